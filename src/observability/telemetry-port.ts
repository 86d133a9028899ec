/** Port of what is exported of turns and jobs. */
import type { Message } from "../domain/message.ts";
import type { JobRun } from "./job-run.ts";
import type { ReportedTurn } from "./reported-turn.ts";

/** Nothing here throws, rejects or waits for the collector, but `flush`. */
export interface Telemetry {
  turnsEnded(turns: readonly ReportedTurn[], messages: readonly Message[]): void;
  jobRan(run: JobRun): void;
  /** Sends what jobs have left. */
  flush(): Promise<void>;
}

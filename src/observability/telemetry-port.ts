/** Port of what is exported of turns and jobs. */
import type { Message } from "../domain/message.ts";
import type { JobRun } from "./job-run.ts";
import type { ReportedTurn } from "./reported-turn.ts";

/** Telemetry of turns and jobs. Only `flush` waits for the collector; no method throws or rejects. */
export interface Telemetry {
  turnsEnded(turns: readonly ReportedTurn[], messages: readonly Message[]): void;
  jobRan(run: JobRun): void;
  /** Sends what jobs have left. */
  flush(): Promise<void>;
}

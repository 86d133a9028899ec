/** The parts of a conversation that a replay needs. */
import type { RunnerDeps } from "../turn/runner-deps.ts";

export interface ReplayDeps extends Pick<RunnerDeps, "store" | "ports" | "outbox" | "broadcast" | "later"> {
  /** Schedules the flush of recorded after-work for when the object is quiet. */
  leaveWork(): void;
}

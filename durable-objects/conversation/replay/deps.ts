/** The parts of a conversation that a replay needs. */
import type { RunnerDeps } from "../turn/runner-deps.ts";

export interface ReplayDeps extends Pick<RunnerDeps, "store" | "ports" | "outbox" | "broadcast" | "later"> {
  /** After-work was recorded: it is flushed when the object is quiet. */
  leaveWork(): void;
}

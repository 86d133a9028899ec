/** Words for replays: a turn that is run again beside the original, with another model or agent. */
import type { Agent } from "../agent.ts";
import type { Usage } from "../message.ts";

/** Difference to the original; absent: as it was. */
export interface ReplayChange {
  /** `provider/model`. */
  model?: string | undefined;
  /** Slug. */
  agent?: string | undefined;
  mode?: string | undefined;
  /** Settings in place of those of the agent that answers, as the Worker has checked that the person may try them. */
  as?: Agent | undefined;
  /** US dollars; absent: no limit but the person's budgets. */
  left_usd?: number | undefined;
}

export interface ReplayedCall {
  name: string;
  /** JSON. */
  input: string;
  result: string;
  /**
   * - `made`: a call of the original.
   * - `answered`: the same call as in the original, answered from its journal.
   * - `new`: a call that the original did not make; it was not run.
   */
  state: "made" | "answered" | "new";
}

/** Original or replayed turn, as both are compared. */
export interface ReplaySide {
  agent: string;
  model: string;
  status: "completed" | "halted" | "failed";
  /** Reason why it was halted or failed. */
  reason: string | null;
  text: string;
  calls: ReplayedCall[];
  steps: number;
  usage: Usage;
  /** US dollars; null when a price is unknown. */
  cost_usd: number | null;
  duration_ms: number | null;
}

export interface Replay {
  turn_id: string;
  /** The words that were answered. */
  question: string;
  original: ReplaySide;
  replay: ReplaySide;
}

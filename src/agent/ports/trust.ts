/** What a turn has let in, and who has said what: the ground on which calls are allowed. */

import type { TurnMemory } from "../../domain/agent.ts";

/** What the turn has seen so far. */
export interface TurnTrust {
  /**
   * Untrusted content is in what the model sees: a result of this turn with `trust: "untrusted"`,
   * or one of an earlier turn that is still in the history.
   */
  tainted: boolean;
  /** The owner's words that this turn answers. */
  user_text: string;
  /** Addresses from `citations` and `links` of results so far. */
  seen_urls: readonly string[];
  /** Tools for which the owner has answered "always" for this agent. */
  granted?: readonly string[];
  /** Who else than the owner reads what it says; absent: nobody. */
  read_by?: string | undefined;
  /** What it remembers by; absent: its owner's memory. */
  memory?: TurnMemory;
}

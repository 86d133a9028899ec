/** The content that a turn has seen, and its authors: the basis on which calls are allowed. */

import type { TurnMemory } from "../../domain/agent.ts";

/** The trust state of a turn so far. */
export interface TurnTrust {
  /**
   * The model's context contains untrusted content: a result of this turn with `trust: "untrusted"`, or one
   * of an earlier turn that is still in the history.
   */
  tainted: boolean;
  /** All untrusted content so far was recalled from memory. */
  only_recalled?: boolean;
  /** The owner's words that this turn answers. */
  user_text: string;
  /** Addresses from `citations` and `links` of results so far. */
  seen_urls: readonly string[];
  /** Tools for which the owner has answered "always" for this agent. */
  granted?: readonly string[];
  /** Readers of the answer other than the owner; absent: none. */
  read_by?: string | undefined;
  /** Memory that the turn uses; absent: its owner's. */
  memory?: TurnMemory;
}

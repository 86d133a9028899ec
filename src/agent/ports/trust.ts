/** The content that a turn has seen, and its authors: the basis on which calls are allowed. */

import type { TurnMemory } from "../../domain/agent.ts";
import type { CallId } from "../../domain/ids.ts";
import type { OutsideContent } from "../../domain/provenance/provenance.ts";
import type { Trust } from "../../domain/trust.ts";

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
  /** Addresses from `sources` and `links` of results so far. */
  seen_urls: readonly string[];
  /** Readers of the answer other than the owner; absent: none. */
  read_by?: string | undefined;
  /** Memory that the turn uses; absent: its owner's. */
  memory?: TurnMemory;
  /** Calls of this turn that a person has refused. */
  refused?: readonly { tool: string; input: unknown }[];
  /** The context, by where it came from. Made when it is called: only a call that may need a person asks for it. */
  sources?(): TurnSources;
}

/** The context of a turn, by where it came from. */
export interface TurnSources {
  /** The owner's own messages in this conversation, oldest first. The last ones are what this turn answers. */
  own: readonly string[];
  /** Results in the order of their calls. */
  answers: readonly ReadAnswer[];
  /** Instructions and trusted memory. */
  memory: string;
  /** Outside content that no call brought. */
  foreign: readonly ForeignText[];
  /** Calls of this turn in their order, without those that failed or were refused. */
  made: readonly { call_id: CallId; tool: string; input: unknown }[];
}

/** The answer to a call. */
export interface ReadAnswer {
  call_id: CallId;
  tool: string;
  input: unknown;
  content: string;
  /** Index in `content` at which the structured content begins; absent: there is none. */
  structured_from?: number;
  trust: Trust;
  is_error: boolean;
  /** ISO 8601: when an earlier turn read it. */
  at?: string;
}

export interface ForeignText {
  from: OutsideContent["from"];
  text: string;
  title?: string;
}

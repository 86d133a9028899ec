/** Parked calls: their result, or what lets them go on, comes later as an input of the conversation. */
import type { GrantProposal } from "../../domain/grants/scopes.ts";
import type { ConversationId } from "../../domain/ids.ts";
import type { CallProvenance, Caution } from "../../domain/provenance/provenance.ts";

/** A call that goes on where it parked. */
export interface Resumption {
  /** The tool's own words about where it was: its `resume`. */
  state: string;
  /** The person's answer; null: nobody has answered in time, or nobody was asked. */
  answer: string | null;
}

export type ParkedCall =
  /**
   * After `expires_at` (ms since the epoch) no answer is needed. With `resume` the tool runs again with the answer, which is
   * its result otherwise.
   */
  | {
      kind: "question";
      question: string;
      options: string[];
      caution?: Caution;
      expires_at?: number;
      resume?: string;
    }
  /** Nothing to do until `expires_at` (ms since the epoch): then the tool runs again. */
  | { kind: "pause"; expires_at: number; resume: string }
  /**
   * `agent` is the slug that a grant applies to; without `grant` the call can only be allowed once. After `expires_at`
   * (ms since the epoch) it counts as denied. `by_voice`: a spoken yes may allow it.
   */
  | ({
      kind: "approval";
      tool: string;
      input: unknown;
      reason: string;
      agent: string;
      expires_at?: number;
      grant?: GrantProposal;
      by_voice?: true;
    } & CallProvenance)
  | { kind: "child"; conversation_id: ConversationId }
  | { kind: "job"; job_id: string }
  /** A tool of the program that sent the message. After `expires_at` (ms since the epoch) the turn ends without its result. */
  | { kind: "client"; tool: string; input: unknown; expires_at: number };

/** Grants: standing permissions of an owner for an agent's calls of one tool, with a scope and an end. */
import type { ConversationId, Id, TurnId } from "../ids.ts";

declare module "../ids.ts" {
  interface IdPrefixes {
    gnt: "grant";
  }
}

export type GrantId = Id<"gnt">;

/** The task in which a call is made: for a child's call, the person's own conversation and its turn. */
export interface GrantPlace {
  conversation_id: ConversationId;
  turn_id: TurnId;
}

/**
 * - `card`: given on the card of a call. `page`: set on the page of permissions, which may cover more.
 * - `before`: an "always" of the time before grants had a scope.
 */
export const GRANT_WAYS = ["card", "page", "before"] as const;

export interface GrantTerms {
  agent: string;
  tool: string;
  /** Keys of the destinations it covers; empty: calls that name none; null: any. */
  to: readonly string[] | null;
  /** Null: everywhere. */
  conversation_id: ConversationId | null;
  /** Null: any turn. Set: that turn and its children, by whichever agent. */
  turn_id: TurnId | null;
  /** ms since the epoch. */
  ends_at: number | null;
  /** Number of calls that it covers. */
  max_uses: number | null;
  /** Sum of the amounts that it covers; null: no call that names an amount. */
  max_amount: number | null;
  /** Lifts the rules of a turn that has read outside content, for the destinations in `to`. */
  after_reading: boolean;
  given: (typeof GRANT_WAYS)[number];
}

export interface Grant extends GrantTerms {
  id: GrantId;
  /** ms since the epoch. */
  granted_at: number;
}

/** Services of the completions part for its routes: finds the place in a conversation that a history leads to. */
import type { PartKey } from "../platform/part-key.ts";

/** A state of a conversation that a program has seen. */
export interface KnownHistory {
  conversation_id: string;
  /** Digest of the messages so far. */
  digest: string;
  /** Digest of the instructions that the program gave last. */
  instructions: string;
  /** Id of the answer with which the state ends; null: unknown. */
  message_id: string | null;
  /** Id of its turn; null: unknown. */
  turn_id: string | null;
}

/** A state, and whether its conversation has gone on from it. */
export interface FoundHistory extends KnownHistory {
  is_newest: boolean;
}

export interface Histories {
  /** The state with the first of the digests that is known. Rejects when D1 does. */
  find(owner: string, digests: readonly string[]): Promise<FoundHistory | undefined>;
  /** The state after that turn, or the newest one. Rejects when D1 does. */
  ofConversation(
    owner: string,
    place: Pick<KnownHistory, "conversation_id" | "turn_id">,
  ): Promise<FoundHistory | undefined>;
  /** Adds a state, or makes a known one the newest again. */
  keep(owner: string, known: KnownHistory): Promise<void>;
}

export const HISTORIES: PartKey<Histories> = { name: "completions" };

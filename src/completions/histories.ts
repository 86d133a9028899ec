/** Services of the completions part for its routes: finds the conversation that a history belongs to. */
import type { PartKey } from "../platform/part-key.ts";

export interface KnownHistory {
  conversation_id: string;
  /** Digest of the instructions that the program gave last. */
  instructions: string;
}

export interface Histories {
  /** Rejects when D1 does. */
  find(owner: string, digest: string): Promise<KnownHistory | undefined>;
  /** The history kept of a conversation. Rejects when D1 does. */
  ofConversation(owner: string, conversation_id: string): Promise<KnownHistory | undefined>;
  /** One history per conversation: replaces the earlier one. */
  keep(owner: string, known: KnownHistory & { digest: string }): Promise<void>;
}

export const HISTORIES: PartKey<Histories> = { name: "completions" };

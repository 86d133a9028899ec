/** The port of the texts that sources have. */
import type { ConversationId } from "../../domain/ids.ts";

/** A text is kept once for its owner, by its hash, as long as one conversation uses it. Methods may reject. */
export interface SourceTexts {
  /** Keeps a text for a conversation, and resolves with its hash (SHA-256, hexadecimal). Idempotent. */
  put(owner: string, conversation: ConversationId, text: string): Promise<string>;
  /** The conversation uses these texts too, which another one of the same owner has read. Idempotent. */
  share(owner: string, conversation: ConversationId, hashes: readonly string[]): Promise<void>;
  /** Undefined: no conversation of that owner has read it. */
  get(owner: string, hash: string): Promise<string | undefined>;
  /** The conversation uses none of these any more: texts that nobody else uses are deleted. Idempotent. */
  drop(owner: string, conversation: ConversationId, hashes: readonly string[]): Promise<void>;
}

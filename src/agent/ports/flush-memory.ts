/** Memory's chance to store messages that are about to leave the model's context. */
import type { Message } from "../../domain/message.ts";
import type { MemoryScope } from "./memory.ts";

export interface FlushMemory {
  /**
   * Called before a summary replaces the messages, or after it where an answer waits. Extracts and stores what is
   * worth keeping. Idempotent for the same messages. Rejects when it cannot be done now; the caller then asks again
   * later.
   */
  flush(scope: MemoryScope, messages: readonly Message[], signal: AbortSignal): Promise<void>;
}

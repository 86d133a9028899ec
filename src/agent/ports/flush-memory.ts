/** What memory keeps of messages that are about to leave the model's sight. */
import type { Message } from "../../domain/message.ts";
import type { MemoryScope } from "./memory.ts";

export interface FlushMemory {
  /**
   * Extracts and stores what is worth keeping. The same messages again change nothing. Rejects when it could not be
   * done now: it is then asked again later.
   */
  flush(scope: MemoryScope, messages: readonly Message[], signal: AbortSignal): Promise<void>;
}

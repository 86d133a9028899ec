/** Ports for deleting messages and conversations. */
import type { SourceTexts } from "../../../src/agent/ports/sources.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Meta } from "../rows/meta.ts";
import type { HeldRecording } from "../rows/schema/stored-json.ts";
import type { TrailStore } from "../trail/ports.ts";

/** Identity of the deleted conversation. */
export type ForgottenConversation = Pick<Meta, "conversation_id" | "owner">;

export interface DeletionPorts {
  now(): number;
  log: Log;
  trail: TrailStore;
  sources: SourceTexts;
  paces: DeletionPaces;
  /**
   * Removes every trace of the conversation outside the object, and of its children. Safe to repeat; rejects
   * when a store is unavailable.
   */
  forgetConversation(of: ForgottenConversation): Promise<void>;
  /** Removes a file of that owner, if it is there. Rejects when the bucket is unavailable. */
  removeFile(owner: string, id: string): Promise<unknown>;
  /** Removes what somebody said here as sound, if it is there. Rejects when the bucket is unavailable. */
  removeRecording(recording: HeldRecording): Promise<void>;
  /**
   * Forgets the passages of the message and what was learnt from it. Safe to repeat; rejects when a store is
   * unavailable.
   */
  forgetMessage(meta: Meta, message_id: MessageId): Promise<void>;
}

export interface DeletionPaces {
  /** Pause after a failed attempt; it doubles each time. */
  erasure_retry_ms: number;
}

/** What deleting a message needs of the rest of the house. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Meta } from "../rows/meta.ts";
import type { TrailStore } from "../trail/ports.ts";

/** Which conversation it was, and whose. */
export type Forgotten = Pick<Meta, "conversation_id" | "owner">;

export interface DeletionPorts {
  now(): number;
  log: Log;
  trail: TrailStore;
  paces: DeletionPaces;
  /** Nothing outside the object tells of it any more, nor of what it has set going. Safe to repeat; rejects when a store is unavailable. */
  forgetConversation(of: Forgotten): Promise<void>;
  /** Passages of the message and what was learnt from it are forgotten. Safe to repeat; rejects when a store is unavailable. */
  forgetMessage(meta: Meta, message_id: MessageId): Promise<void>;
}

export interface DeletionPaces {
  /** After a failed try; twice as long each time. */
  erasure_retry_ms: number;
}

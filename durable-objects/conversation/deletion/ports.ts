/** What deleting a message needs of the rest of the house. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Meta } from "../rows/meta.ts";
import type { TrailStore } from "../trail/ports.ts";

export interface DeletionPorts {
  now(): number;
  log: Log;
  trail: TrailStore;
  paces: DeletionPaces;
  /** Passages of the message and what was learnt from it are forgotten. Safe to repeat; rejects when a store is unavailable. */
  forgetMessage(meta: Meta, message_id: MessageId): Promise<void>;
}

export interface DeletionPaces {
  /** After a failed try; twice as long each time. */
  erasure_retry_ms: number;
}

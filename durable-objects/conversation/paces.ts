/** Pauses of a conversation's deferred work, as values. */
import type { DeletionPaces } from "./deletion/ports.ts";
import type { LedgerPaces } from "./ledger/ports.ts";
import type { OutboxPaces } from "./outbox/ports.ts";
import type { ReaderPaces } from "./readers/ports.ts";
import type { TrailPaces } from "./trail/ports.ts";

/** All in ms. `lease_ms`: how soon the object is awake again after a crash, in mid-turn as well. */
export interface Paces extends DeletionPaces, LedgerPaces, OutboxPaces, ReaderPaces, TrailPaces {}

/** The pauses in production. */
export const PACES: Paces = {
  lease_ms: 2_000,
  store_after_ms: 2_000,
  lasting_ms: 400,
  after_work_quiet_ms: 1_000,
  after_work_longest_ms: 5_000,
  after_work_retry_ms: 2_000,
  trail_quiet_ms: 5_000,
  trail_longest_ms: 30_000,
  trail_retry_ms: 2_000,
  delivery_retry_ms: 1_000,
  erasure_retry_ms: 2_000,
};

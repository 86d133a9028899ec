/** Stored deliveries: one per logical reply, with its chunks and their progress. */
import type { TurnId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import { deliveries } from "../schema/outgoing.ts";

export type Delivery = RowOf<typeof deliveries>;
export type DeliveryKind = Delivery["kind"];
export type DeliveryStatus = Delivery["status"];

export type NewDelivery = Pick<
  Delivery,
  "id" | "turn_id" | "message_id" | "kind" | "target" | "texts" | "chunks"
> &
  Partial<TakenOver>;

/** The fields that a delivery gets from the preview that it takes over. */
export type TakenOver = Pick<Delivery, "id" | "grown" | "doubts" | "doubt_at" | "next_at">;

export interface DeliveryQuery {
  before: string | null;
  status: DeliveryStatus | null;
  limit: number;
}

export class Deliveries {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  insert(delivery: NewDelivery, now: number): void {
    this.sql.insert(deliveries, {
      doubts: 0,
      next_at: now,
      ...delivery,
      status: "pending",
      sent: 0,
      platform_ids: [],
      tries: 0,
      chunk_count: delivery.chunks.length,
      since: now,
      created_at: now,
    });
  }

  /** Saves its progress. */
  save(delivery: Delivery): void {
    const { status, chunks, chunk_count, sent, platform_ids, doubts, doubt_at } = delivery;
    const { tries, next_at, since, reason, settled_at, grown } = delivery;
    const come = { status, chunks, chunk_count, sent, platform_ids, doubts, doubt_at };
    const set = { ...come, tries, next_at, since, reason, settled_at, grown };
    this.sql.update({ of: deliveries, set }, "WHERE id = ?", delivery.id);
  }

  /**
   * Stores a delivery known from a past event. Whatever an existing row knows beyond the event stays, above
   * all its text.
   */
  putTold(delivery: Omit<Delivery, "chunks" | "texts" | "doubts" | "doubt_at" | "tries" | "grown">): void {
    this.sql.insert(deliveries, { ...delivery, chunks: [], texts: 0, doubts: 0, tries: 0 }, STAYS);
  }

  /** Deliveries in progress, oldest first. */
  open(): Delivery[] {
    return this.sql.rows(deliveries, "WHERE settled_at IS NULL ORDER BY id");
  }

  /** The newest deliveries that failed for that reason in that place, oldest first. */
  failedAt({ channel, thread = "" }: Source, reason: string, most: number): Delivery[] {
    const there = "json_extract(target, '$.channel') = ? AND json_extract(target, '$.thread') = ?";
    const failed = `WHERE status = 'failed' AND reason = ? AND ${there} ORDER BY id DESC LIMIT ?`;
    return this.sql.rows(deliveries, failed, reason, channel, thread, most).reverse();
  }

  get(id: string): Delivery | undefined {
    return this.sql.rows(deliveries, "WHERE id = ?", id)[0];
  }

  /** Newest first, older than `before`. */
  list({ before, status, limit }: DeliveryQuery): Delivery[] {
    return this.sql.rows(
      deliveries,
      "WHERE (?1 IS NULL OR id < ?1) AND (?2 IS NULL OR status = ?2) ORDER BY id DESC LIMIT ?3",
      before,
      status,
      limit,
    );
  }

  /** Deliveries of one turn, oldest first. Ids sort by time, so only those since the turn began are read. */
  ofTurn(turn_id: TurnId): Delivery[] {
    const since = `dlv_${turn_id.slice("trn_".length, "trn_".length + 9)}`;
    return this.sql.rows(deliveries, "WHERE id >= ? AND turn_id = ? ORDER BY id", since, turn_id);
  }
}

const STAYS = `ON CONFLICT (id) DO UPDATE SET status = excluded.status, sent = excluded.sent, reason = excluded.reason,
  platform_ids = excluded.platform_ids, settled_at = excluded.settled_at`;

/** Deliveries as they are stored: one a logical reply, with its chunks and how far they have come. */
import type { Chunk } from "../../../src/channels/channel.ts";
import type { DeliveryId, MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Row, Tables } from "../sql/sql.ts";

export type DeliveryKind = "reply" | "question" | "approval" | "failure";
export type DeliveryStatus = "pending" | "sent" | "failed";

export interface Delivery {
  id: DeliveryId;
  /** Null when no turn has said it. */
  turn_id: TurnId | null;
  message_id: MessageId;
  kind: DeliveryKind;
  target: Source;
  status: DeliveryStatus;
  /** Emptied once all are acknowledged: the message itself has the words. */
  chunks: Chunk[];
  chunk_count: number;
  /** Chunks that the platform has acknowledged. */
  sent: number;
  /** Of the acknowledged chunks, in order. */
  platform_ids: (string | null)[];
  /** Texts and files of the answer that this and earlier deliveries of the turn have covered. */
  texts: number;
  /** Sends of the current chunk of whose outcome nothing is known. */
  doubts: number;
  /** When the first of them left; ms since the epoch, as all times here. */
  doubt_at: number | null;
  /** Failed tries in a row. */
  tries: number;
  next_at: number;
  /** When its trying began: the beginning, or the last time a person asked for it. */
  since: number;
  reason: string | null;
  created_at: number;
  settled_at: number | null;
}

export type NewDelivery = Pick<Delivery, "id" | "turn_id" | "message_id" | "kind" | "target" | "texts"> & {
  chunks: Chunk[];
};

/** The column takes no null. */
const NO_TURN = "";

type StoredDelivery = Row & { target: string; chunks: string; platform_ids: string };

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
    const { id, turn_id, message_id, kind, target, chunks, texts } = delivery;
    this.sql.run(
      `INSERT INTO deliveries (id, turn_id, message_id, kind, target, status, chunks, chunk_count, sent, platform_ids,
        texts, doubts, doubt_at, tries, next_at, since, reason, created_at, settled_at)
       VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, 0, '[]', ?, 0, NULL, 0, ?, ?, NULL, ?, NULL)`,
      id,
      turn_id ?? NO_TURN,
      message_id,
      kind,
      JSON.stringify(target),
      JSON.stringify(chunks),
      chunks.length,
      texts,
      now,
      now,
      now,
    );
  }

  save(delivery: Delivery): void {
    const { status, chunks, sent, platform_ids, doubts, doubt_at, tries, next_at, since, reason } = delivery;
    this.sql.run(
      `UPDATE deliveries SET status = ?, chunks = ?, sent = ?, platform_ids = ?, doubts = ?, doubt_at = ?, tries = ?,
        next_at = ?, since = ?, reason = ?, settled_at = ? WHERE id = ?`,
      status,
      JSON.stringify(chunks),
      sent,
      JSON.stringify(platform_ids),
      doubts,
      doubt_at,
      tries,
      next_at,
      since,
      reason,
      delivery.settled_at,
      delivery.id,
    );
  }

  /** Those that are under way, oldest first. */
  open(): Delivery[] {
    return this.sql
      .from<StoredDelivery>("deliveries", "SELECT * FROM deliveries WHERE settled_at IS NULL ORDER BY id")
      .map(deliveryOf);
  }

  get(id: string): Delivery | undefined {
    return this.sql
      .from<StoredDelivery>("deliveries", "SELECT * FROM deliveries WHERE id = ?", id)
      .map(deliveryOf)[0];
  }

  /** Newest first, older than `before`. */
  list({ before, status, limit }: DeliveryQuery): Delivery[] {
    return this.sql
      .from<StoredDelivery>(
        "deliveries",
        `SELECT * FROM deliveries WHERE (?1 IS NULL OR id < ?1) AND (?2 IS NULL OR status = ?2)
         ORDER BY id DESC LIMIT ?3`,
        before,
        status,
        limit,
      )
      .map(deliveryOf);
  }

  /** Of one turn, oldest first. Ids sort by time, so that only those since its beginning are read. */
  ofTurn(turn_id: TurnId): Delivery[] {
    const since = `dlv_${turn_id.slice("trn_".length, "trn_".length + 9)}`;
    return this.sql
      .from<StoredDelivery>(
        "deliveries",
        "SELECT * FROM deliveries WHERE id >= ? AND turn_id = ? ORDER BY id",
        since,
        turn_id,
      )
      .map(deliveryOf);
  }
}

function deliveryOf(row: StoredDelivery): Delivery {
  const target = JSON.parse(row.target) as Source;
  const chunks = JSON.parse(row.chunks) as Chunk[];
  const platform_ids = JSON.parse(row.platform_ids) as (string | null)[];
  const turn_id = row["turn_id"] === NO_TURN ? null : row["turn_id"];
  return { ...row, turn_id, target, chunks, platform_ids } as unknown as Delivery;
}

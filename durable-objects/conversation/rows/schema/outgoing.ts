/** Tables for what leaves the object: deliveries, the trail, and after-work. */
import type { Chunk, FamilyMessage } from "../../../../src/channels/channel.ts";
import type { CallId, DeliveryId, MessageId, TurnId } from "../../../../src/domain/ids.ts";
import { autoIncrement, bool, int, json, key, text, textOrEmpty } from "../../../sql/column.ts";
import { isTextOrNull, listOf, withFields } from "../../../sql/shape.ts";
import { type TableOptions, table } from "../../../sql/table.ts";
import { HOT, LATE_10, PLAIN, source } from "./columns.ts";
import type { AfterWork, GrownMessage, Speech } from "./stored-json.ts";

const OPEN_DELIVERIES = { name: "deliveries_open", on: "(id) WHERE settled_at IS NULL" };
const DELIVERIES: TableOptions = { late: true, indexes: [OPEN_DELIVERIES] };

/** One per logical reply, with its chunks and their progress. */
export const deliveries = table("deliveries", DELIVERIES, {
  id: key(text<DeliveryId>()),
  /** Null when no turn said it. */
  turn_id: textOrEmpty<TurnId>(),
  message_id: text<MessageId>(),
  kind: text<"reply" | "question" | "approval" | "failure" | "mirror">(),
  target: source(),
  status: text<"pending" | "sent" | "failed">(),
  /** Emptied once all are acknowledged: the message itself has the words. */
  chunks: json(listOf(withFields<Chunk | FamilyMessage | Speech>({ type: "string" }))),
  chunk_count: int(),
  /** Number of chunks that the platform has acknowledged. */
  sent: int(),
  /** Platform ids of the acknowledged chunks, in order. */
  platform_ids: json(listOf(isTextOrNull)),
  /** Number of texts and files of the answer covered by this and earlier deliveries of the turn. */
  texts: int(),
  /** Sends of the current chunk whose outcome is unknown. */
  doubts: int(),
  /** Time at which the first of them was sent. */
  doubt_at: int().nullable(),
  /** Failed tries in a row. */
  tries: int(),
  next_at: int(),
  /** Start of the attempts: the queueing, or a person's last retry. */
  since: int(),
  reason: text().nullable(),
  created_at: int(),
  settled_at: int().nullable(),
  /**
   * The preview that grew there while the answer was written; the first text replaces its content. Null:
   * there was none.
   */
  grown: json(withFields<GrownMessage>({ state: "string" }))
    .nullable()
    .since(10),
});

/**
 * Previews: chat messages that grow while a turn writes its answer, which its delivery takes over, or while work beside
 * turns goes on.
 */
export const previews = table("previews", LATE_10, {
  /** Id of the turn, or of the work. */
  turn_id: key(text()),
  /** Id of the delivery that will take it over; the message is posted with it as its idempotency key. */
  delivery_id: text<DeliveryId>(),
  /** Null: it was posted, and whether it arrived is not known yet. */
  platform_id: text().nullable(),
  /** Number of posts whose outcome is unknown, and when the first of them was sent. */
  doubts: int(),
  doubt_at: int(),
});

/** Chat messages with buttons, which are removed when the ask is settled. */
export const prompts = table("prompts", LATE_10, {
  delivery_id: key(text<DeliveryId>()),
  platform_id: key(text()),
  call_id: text<CallId>(),
  target: source(),
  /** Text without the instructions on how to answer. */
  text: text(),
  /** The decision, and who made it; null: none is known yet. */
  outcome: text().nullable(),
});

/** Previews that no answer took over; they are to be deleted on their platform. */
export const leftovers = table("leftovers", LATE_10, {
  platform_id: key(text()),
  target: source(),
});

/** Chats that mirror what is said elsewhere. */
export const mirrors = table("mirrors", LATE_10, {
  /** Channel, account and thread. */
  place: key(text()),
  target: source(),
});

/** Places where nothing arrives any more. */
export const shutPlaces = table("shut_places", LATE_10, {
  /**
   * Channel, account and thread, followed by ` until they write` when a message from there reopens the place.
   */
  place: key(text()),
  /** May be shown to people, and says what to do. */
  reason: text(),
});

/** Segments of the record in R2, planned or written. */
export const trail = table("trail", PLAIN, {
  /** Sequence number of its first event; also the key of its R2 object. */
  first_seq: key(int()),
  /** All stored events up to here are in this segment or an earlier one. */
  last_seq: int(),
  day: text(),
  bytes: int(),
  written: bool(),
  /** The snapshot line that ends it, until it is written. */
  snapshot: text().nullable(),
});

export const afterWork = table("after_work", HOT, {
  id: autoIncrement(),
  json: json(withFields<AfterWork>({ costs: "list", message_ids: "list" })),
});

/** What leaves the object: deliveries, the trail, and what turns leave to be written elsewhere. */
import type { Chunk, Told } from "../../../../src/channels/channel.ts";
import type { CallId, DeliveryId, MessageId, TurnId } from "../../../../src/domain/ids.ts";
import { bool, int, json, key, numbered, text, textOrEmpty } from "../../sql/column.ts";
import { isTextOrNull, listOf, withFields } from "../../sql/shape.ts";
import { type TableOptions, table } from "../../sql/table.ts";
import { HOT, LATE_10, PLAIN, source } from "./columns.ts";
import type { AfterWork, Grown, Speech } from "./stored-json.ts";

const OPEN_DELIVERIES = { name: "deliveries_open", on: "(id) WHERE settled_at IS NULL" };
const DELIVERIES: TableOptions = { late: true, indexes: [OPEN_DELIVERIES] };

/** One a logical reply, with its chunks and how far they have come. */
export const deliveries = table("deliveries", DELIVERIES, {
  id: key(text<DeliveryId>()),
  /** Null when no turn has said it. */
  turn_id: textOrEmpty<TurnId>(),
  message_id: text<MessageId>(),
  kind: text<"reply" | "question" | "approval" | "failure" | "mirror">(),
  target: source(),
  status: text<"pending" | "sent" | "failed">(),
  /** Emptied once all are acknowledged: the message itself has the words. */
  chunks: json(listOf(withFields<Chunk | Told | Speech>({ type: "string" }))),
  chunk_count: int(),
  /** Chunks that the platform has acknowledged. */
  sent: int(),
  /** Of the acknowledged chunks, in order. */
  platform_ids: json(listOf(isTextOrNull)),
  /** Texts and files of the answer that this and earlier deliveries of the turn have covered. */
  texts: int(),
  /** Sends of the current chunk of whose outcome nothing is known. */
  doubts: int(),
  /** When the first of them left. */
  doubt_at: int().nullable(),
  /** Failed tries in a row. */
  tries: int(),
  next_at: int(),
  /** When its trying began: the beginning, or the last time a person asked for it. */
  since: int(),
  reason: text().nullable(),
  created_at: int(),
  settled_at: int().nullable(),
  /** The message that grew there while the answer was written: the first text goes into it. Null: none did. */
  grown: json(withFields<Grown>({ state: "string" }))
    .nullable()
    .since(10),
});

/** Messages of chats that grow while a turn writes its answer; the delivery of the answer takes them over. */
export const previews = table("previews", LATE_10, {
  turn_id: key(text<TurnId>()),
  /** Of the delivery that will take it over: the message is posted under its key. */
  delivery_id: text<DeliveryId>(),
  /** Null: it has been posted, and nobody knows yet whether it arrived. */
  platform_id: text().nullable(),
  /** Posts of whose outcome nothing is known, and when the first of them left. */
  doubts: int(),
  doubt_at: int(),
});

/** Messages of chats that have buttons: they go when what was asked is settled. */
export const prompts = table("prompts", LATE_10, {
  delivery_id: key(text<DeliveryId>()),
  platform_id: key(text()),
  call_id: text<CallId>(),
  target: source(),
  /** Without how to answer. */
  text: text(),
  /** What was decided, and by whom; null: nothing yet, as far as is known. */
  outcome: text().nullable(),
});

/** Messages of chats that grew and that no answer went into: they are taken back. */
export const leftovers = table("leftovers", LATE_10, {
  platform_id: key(text()),
  target: source(),
});

/** Chats in which is shown what is said elsewhere. */
export const mirrors = table("mirrors", LATE_10, {
  /** Channel, account and thread. */
  place: key(text()),
  target: source(),
});

/** Places where nothing arrives any more. */
export const shutPlaces = table("shut_places", LATE_10, {
  /** Channel, account and thread; with ` until they write` behind them where that opens it. */
  place: key(text()),
  /** Public, and says what to do. */
  reason: text(),
});

/** Segments of the record in R2, planned or written. */
export const trail = table("trail", PLAIN, {
  /** Of its first event; the key of its object as well. */
  first_seq: key(int()),
  /** All stored events up to here are in it, or in an earlier one. */
  last_seq: int(),
  day: text(),
  bytes: int(),
  written: bool(),
  /** The line that it ends with, until it is written. */
  snapshot: text().nullable(),
});

export const afterWork = table("after_work", HOT, {
  id: numbered(),
  json: json(withFields<AfterWork>({ costs: "list", message_ids: "list" })),
});

/** Tables for what the conversation has promised to do later. */
import type { MessageId } from "../../../../src/domain/ids.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import type { Trust } from "../../../../src/domain/trust.ts";
import { autoIncrement, bool, int, json, key, text, unique } from "../../../sql/column.ts";
import { isText, listOf, withFields } from "../../../sql/shape.ts";
import { table } from "../../../sql/table.ts";
import { actor, LATE, LATE_9, LATE_10 } from "./columns.ts";
import type { Erasure } from "./stored-json.ts";

/** Reminders: messages that the conversation wakes for. */
export const reminders = table("scheduled", LATE, {
  id: key(text()),
  key: unique(text()),
  at: int(),
  text: text(),
  /** The person whose words asked for it. */
  actor: actor().since(9),
  /** Trust of the turn that asked for it. Null: trusted. */
  trust: text<Trust>().nullable().since(9),
});

/** Deferred commands that were accepted and not carried out yet. */
export const orders = table("orders", LATE, {
  id: autoIncrement(),
  name: text<"compact" | "undo_compact">(),
  /** Number of attempts so far. */
  attempts: int(),
  at: int(),
});

/** Deleted messages that must still be removed from the trail and from memory. */
export const erasures = table("erasures", LATE_9, {
  message_id: key(text<MessageId>()),
  what: json(withFields<Erasure>({ from_seq: "number", uptos: "list" })),
  at: int(),
});

/** People's reactions to agents' messages, until a turn is told of them. */
export const reactions = table("reactions", LATE_10, {
  message_id: key(text<MessageId>()),
  /** Identity within the channel. */
  sender: key(text()),
  name: text(),
  /** The person, or a sender whom nobody here knows; null: the owner. */
  by: actor(),
  emojis: json(listOf(isText)),
  at: int(),
});

/** Messages whose files are still being fetched, and later messages of the same sender there. */
export const arrivals = table("arrivals", LATE_10, {
  id: autoIncrement(),
  key: unique(text()),
  /** Place and sender: messages with the same value enter in their order. */
  place: text(),
  message: json(withFields<UserMessage>({ type: "string", key: "string" })),
  /** The message has its files, or needs none. */
  is_whole: bool(),
  /** Number of attempts to fetch its files. */
  attempts: int(),
  at: int(),
});

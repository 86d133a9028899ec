/** What the conversation has promised to do later. */
import type { MessageId } from "../../../../src/domain/ids.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import type { Trust } from "../../../../src/domain/trust.ts";
import { bool, int, json, key, numbered, text, unique } from "../../sql/column.ts";
import { isText, listOf, withFields } from "../../sql/shape.ts";
import { table } from "../../sql/table.ts";
import { actor, LATE, LATE_9, LATE_10 } from "./columns.ts";
import type { Erasure } from "./stored-json.ts";

/** Reminders: messages that the conversation wakes for. */
export const reminders = table("scheduled", LATE, {
  id: key(text()),
  key: unique(text()),
  at: int(),
  text: text(),
  /** Whose words have asked for it. */
  actor: actor().since(9),
  /** Of what the turn that asked for it had seen. Null: trusted. */
  trust: text<Trust>().nullable().since(9),
});

/** Deferred commands that have been accepted and are not carried out yet. */
export const orders = table("orders", LATE, {
  id: numbered(),
  name: text<"compact" | "undo_compact">(),
  /** How often it was begun. */
  attempts: int(),
  at: int(),
});

/** Messages that are gone from here and are still to be taken out of the trail and of memory. */
export const erasures = table("erasures", LATE_9, {
  message_id: key(text<MessageId>()),
  what: json(withFields<Erasure>({ from_seq: "number", uptos: "list" })),
  at: int(),
});

/** What people have reacted with to agents' messages, until a turn is told of it. */
export const reactions = table("reactions", LATE_10, {
  message_id: key(text<MessageId>()),
  /** Identity within the channel. */
  sender: key(text()),
  name: text(),
  /** Who it was, where they are known or nobody knows them; null: the owner. */
  by: actor(),
  emojis: json(listOf(isText)),
  at: int(),
});

/** Messages whose files are still being fetched, and what the same person has written there meanwhile. */
export const arrivals = table("arrivals", LATE_10, {
  id: numbered(),
  key: unique(text()),
  /** Where it was written, and by whom: those of one place come in in their order. */
  place: text(),
  message: json(withFields<UserMessage>({ type: "string", key: "string" })),
  /** Its files are there, or it has none. */
  is_whole: bool(),
  /** How often its files were asked for. */
  attempts: int(),
  at: int(),
});

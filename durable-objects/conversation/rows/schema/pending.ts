/** What the conversation has promised to do later. */
import type { MessageId } from "../../../../src/domain/ids.ts";
import type { Trust } from "../../../../src/domain/trust.ts";
import { int, json, key, numbered, text, unique } from "../../sql/column.ts";
import { withFields } from "../../sql/shape.ts";
import { table } from "../../sql/table.ts";
import { actor, LATE, LATE_9 } from "./columns.ts";
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

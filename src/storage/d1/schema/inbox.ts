/** D1 tables of what each person has read, and of the keys for push notifications. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Read position of each person in each conversation. */
export const conversationReads = sqliteTable(
  "conversation_reads",
  {
    person_id: text().notNull(),
    conversation_id: text().notNull(),
    /** Seq of the last event that they have seen. */
    read_seq: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.person_id, table.conversation_id] })],
);

/** Time up to which a person has seen failures: ms since the epoch. */
export const inboxMarks = sqliteTable("inbox_marks", {
  person_id: text().primaryKey(),
  cleared_at: integer().notNull(),
});

/** Key pairs that this instance has created. */
export const instanceKeys = sqliteTable("instance_keys", {
  /** `vapid`: identifies the instance to push services. */
  name: text().primaryKey(),
  public_key: text().notNull(),
  /** Sealed with `SESSION_SECRET`. */
  sealed: text().notNull(),
});

/** D1 tables of what a person has seen, and of the keys by which they are told. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far each person has read in each conversation. */
export const conversationReads = sqliteTable(
  "conversation_reads",
  {
    person_id: text().notNull(),
    conversation_id: text().notNull(),
    /** Of the last event that they have seen. */
    read_seq: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.person_id, table.conversation_id] })],
);

/** Up to when a person has seen what failed: ms since the epoch. */
export const inboxMarks = sqliteTable("inbox_marks", {
  person_id: text().primaryKey(),
  cleared_at: integer().notNull(),
});

/** Key pairs of this instance, made by it. */
export const instanceKeys = sqliteTable("instance_keys", {
  /** `vapid`: by which push services know it. */
  name: text().primaryKey(),
  public_key: text().notNull(),
  /** Sealed with `SESSION_SECRET`. */
  sealed: text().notNull(),
});

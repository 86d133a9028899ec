/** D1 tables of what a person has seen. */
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

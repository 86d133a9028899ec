/**
 * D1 table for programs that keep their own history: the states of a conversation that they have seen. Times are ms
 * since the epoch.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const histories = sqliteTable(
  "histories",
  {
    conversation_id: text().notNull(),
    owner: text().notNull(),
    /** Digest of the messages so far, as the program sends them with its next message. */
    digest: text().notNull(),
    /** Digest of the instructions that the program gave last. */
    instructions: text().notNull(),
    /** Id of the answer with which this state ends; null: unknown. */
    message_id: text(),
    /** Id of its turn; null: unknown. */
    turn_id: text(),
    updated_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversation_id, table.digest] }),
    index("histories_digest").on(table.owner, table.digest),
  ],
);

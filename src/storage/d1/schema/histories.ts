/**
 * D1 table for programs that keep their own history: the state of a conversation they have seen. Times are ms
 * since the epoch.
 */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const histories = sqliteTable(
  "histories",
  {
    conversation_id: text().primaryKey(),
    owner: text().notNull(),
    /** Digest of the messages so far, as the program sends them with its next message. */
    digest: text().notNull(),
    /** Digest of the instructions that the program gave last. */
    instructions: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("histories_digest").on(table.owner, table.digest)],
);

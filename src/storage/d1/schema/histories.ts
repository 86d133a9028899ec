/** D1 table of what programs that keep their own history have seen of a conversation. Times are ms since the epoch. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const histories = sqliteTable(
  "histories",
  {
    conversation_id: text().primaryKey(),
    owner: text().notNull(),
    /** Of all that was said so far, as the program sends it with its next message. */
    digest: text().notNull(),
    /** Of the instructions that the program gave last. */
    instructions: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("histories_digest").on(table.owner, table.digest)],
);

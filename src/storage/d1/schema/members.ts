/**
 * D1 table of conversation members. The conversation's own Durable Object is the source of truth; members
 * find it through this table.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const conversationMembers = sqliteTable(
  "conversation_members",
  {
    conversation_id: text().notNull(),
    person_id: text().notNull(),
    /** A JSON array. */
    rights: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversation_id, table.person_id] }),
    index("conversation_members_by_person").on(table.person_id),
  ],
);

/** D1 tables of links for strangers, and of switches for the whole instance. Times are ms since the epoch. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const sharedLinks = sqliteTable(
  "shared_links",
  {
    id: text().primaryKey(),
    token_hash: text().notNull(),
    owner: text().notNull(),
    conversation_id: text().notNull(),
    /** The answer that is shared alone; null: the whole conversation. */
    message_id: text(),
    title: text().notNull(),
    include_tools: integer({ mode: "boolean" }).notNull(),
    include_files: integer({ mode: "boolean" }).notNull(),
    include_names: integer({ mode: "boolean" }).notNull(),
    messages: integer().notNull(),
    /** JSON: ids of the link's files, the snapshot first. */
    files: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    expires_at: integer(),
  },
  (table) => [
    uniqueIndex("shared_links_by_token").on(table.token_hash),
    index("shared_links_by_owner").on(table.owner, table.created_at),
    index("shared_links_by_conversation").on(table.conversation_id),
    index("shared_links_by_end").on(table.expires_at),
  ],
);

/** Choices of an admin for the whole instance. */
export const instanceChoices = sqliteTable("instance_choices", {
  name: text().primaryKey(),
  /** JSON. */
  value: text({ mode: "json" }).notNull(),
  updated_at: integer().notNull(),
});

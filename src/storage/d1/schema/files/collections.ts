/** D1 tables of knowledge collections. Times are ms since the epoch. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const collections = sqliteTable(
  "collections",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** A JSON array of the agents that may ask it, by their slugs. */
    agents: text().notNull().default("[]"),
    /** A JSON array: files, folders and sites. */
    sources: text().notNull().default("[]"),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** Null: never yet. */
    synced_at: integer(),
    /** JSON: progress of each site, by its start address. */
    sites: text().notNull().default("{}"),
  },
  (table) => [index("collections_by_owner").on(table.owner)],
);

/** Documents of a collection, as the last sync left them. */
export const collectionDocuments = sqliteTable(
  "collection_documents",
  {
    collection_id: text().notNull(),
    owner: text().notNull(),
    /** File id, path in the workspace, or address of a page. */
    path: text().notNull(),
    name: text().notNull(),
    state: text({ enum: ["indexed", "unread", "gone"] }).notNull(),
    /** Version of the content that was indexed. */
    version: text().notNull().default(""),
    updated_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collection_id, table.path] }),
    index("collection_documents_by_owner").on(table.owner),
  ],
);

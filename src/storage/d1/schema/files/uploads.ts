/** D1 table of uploads that come in pieces. Times are ms since the epoch. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const uploads = sqliteTable(
  "uploads",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    name: text().notNull(),
    media_type: text().notNull(),
    /** Bytes of the whole file. */
    size: integer().notNull(),
    /** Id of the file that it becomes. */
    file_id: text().notNull(),
    /** Id of R2's upload in parts. */
    multipart_id: text().notNull(),
    /** Bytes that have arrived. */
    offset: integer().notNull().default(0),
    /** A JSON array: the etag of each piece, in order. */
    etags: text().notNull().default("[]"),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("uploads_by_owner").on(table.owner), index("uploads_by_update").on(table.updated_at)],
);

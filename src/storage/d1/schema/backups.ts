/** D1 tables of backups: runs that are under way, rows that change while one reads, and reports. Times are ms since the epoch. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const backupRuns = sqliteTable("backup_runs", {
  id: text().primaryKey(),
  /** backup or restore. */
  kind: text().notNull(),
  begun_at: integer().notNull(),
  /** Time of its last call: one that nobody goes on with ends by itself. */
  seen_at: integer().notNull(),
});

/** Rows that changed while a backup reads the tables, written by triggers. */
export const backupChanges = sqliteTable("backup_changes", {
  seq: integer().primaryKey({ autoIncrement: true }),
  table_name: text().notNull(),
  row: integer().notNull(),
});

export const backupReports = sqliteTable(
  "backup_reports",
  {
    id: text().primaryKey(),
    /** backup, restore or drill. */
    kind: text().notNull(),
    is_ok: integer({ mode: "boolean" }).notNull(),
    /** Place of the archive, as the program that made it names it. */
    place: text().notNull(),
    /** Sentence about what came out. */
    summary: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("backup_reports_by_time").on(table.at)],
);

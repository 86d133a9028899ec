/** Reads every table of the database by row number, as a backup takes them. */
import {
  type NumberedRow,
  type RowPage,
  SPAN,
  type TableReader,
  type TableShape,
} from "../../../backups/ports.ts";

/** Text of one page: more is read by the next call. Characters. */
const PAGE_CHARACTERS = 4_000_000;

const TABLES = `
SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
  AND m.name <> 'd1_migrations' AND m.name NOT IN ('backup_runs', 'backup_changes')
  AND NOT EXISTS (SELECT 1 FROM sqlite_master v WHERE v.type = 'table' AND v.sql LIKE 'CREATE VIRTUAL TABLE%'
    AND (m.name = v.name OR m.name LIKE replace(v.name, '_', '\\_') || '\\_%' ESCAPE '\\'))
ORDER BY m.name, c.cid`;

const FIRST = (table: string) =>
  `SELECT rowid AS first FROM ${quote(table)} WHERE rowid > ?1 ORDER BY rowid LIMIT 1`;

export class D1TableReader implements TableReader {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Leaves out full-text tables, which follow theirs by triggers, and what belongs to a backup that runs. */
  async tables(): Promise<TableShape[]> {
    const { results } = await this.db.prepare(TABLES).all<{ table: string; column: string }>();
    const columns = Map.groupBy(results, ({ table }) => table);
    return [...columns].map(([name, found]) => ({ name, columns: found.map(({ column }) => column) }));
  }

  async migrations(): Promise<string[]> {
    const { results } = await this.db
      .prepare("SELECT name FROM d1_migrations ORDER BY id")
      .all<{ name: string }>();
    return results.map(({ name }) => name);
  }

  async page({ name, columns }: TableShape, after: number): Promise<RowPage> {
    const found = await this.db.prepare(FIRST(name)).bind(after).first<{ first: number }>();
    if (found === null) return { rows: [], is_whole: true, span: null };
    const span = Math.floor(found.first / SPAN);
    const statement = this.db
      .prepare(pageOf(name, columns))
      .bind(found.first, (span + 1) * SPAN - 1, PAGE_CHARACTERS);
    const read = await statement.raw<[last: number, ...NumberedRow]>();
    const rows = read.map(([, ...row]) => row as NumberedRow);
    return { rows, span, is_whole: rows.at(-1)?.[0] === read[0]?.[0] };
  }
}

/** The rows between two numbers, in order, up to so many characters; before each the last number that there is. */
function pageOf(table: string, columns: readonly string[]): string {
  const names = columns.map(quote).join(", ");
  const weight = columns.map((column) => `COALESCE(LENGTH(${quote(column)}), 0)`).join(" + ");
  return `
WITH weighed AS (SELECT rowid AS "row number", ${weight} AS weight FROM ${quote(table)} WHERE rowid BETWEEN ?1 AND ?2),
  summed AS (SELECT "row number", SUM(weight) OVER (ORDER BY "row number") - weight AS before FROM weighed)
SELECT (SELECT MAX("row number") FROM weighed), s."row number", ${names} FROM summed s
JOIN ${quote(table)} t ON t.rowid = s."row number" WHERE s.before < ?3 ORDER BY s."row number"`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

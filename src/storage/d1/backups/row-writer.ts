/** Writes the rows of a backup into an empty database. */
import type { NumberedRow, TableShape } from "../../../backups/ports.ts";
import { quote } from "./tables.ts";

/** JSON of one statement: D1 takes 2 MB, and a character has up to three bytes. */
const STATEMENT_CHARACTERS = 600_000;

export class D1RowWriter {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Empties the tables. What hangs on a table by a trigger goes along. */
  async clear(tables: readonly TableShape[]): Promise<void> {
    await this.db.batch(tables.map(({ name }) => this.db.prepare(`DELETE FROM ${quote(name)}`)));
  }

  /** Keeps each row's number. Idempotent. */
  async write(table: TableShape, rows: readonly NumberedRow[]): Promise<void> {
    const sql = insertInto(table);
    const statements = parts(rows).map((json) => this.db.prepare(sql).bind(json));
    if (statements.length > 0) await this.db.batch(statements);
  }
}

/** A column that is the row number itself gets the same value twice, which SQLite takes. */
function insertInto({ name, columns }: TableShape): string {
  const values = columns.map((_, at) => `value->>'$[${at + 1}]'`);
  return `INSERT OR REPLACE INTO ${quote(name)} (rowid, ${columns.map(quote).join(", ")})
SELECT value->>'$[0]', ${values.join(", ")} FROM json_each(?1)`;
}

/** JSON lists of rows, each small enough for a statement. */
function parts(rows: readonly NumberedRow[]): string[] {
  const found: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (size + json.length > STATEMENT_CHARACTERS) {
      found.push([]);
      size = 0;
    }
    found.at(-1)?.push(json);
    size += json.length;
  }
  return found.map((list) => `[${list.join(",")}]`);
}

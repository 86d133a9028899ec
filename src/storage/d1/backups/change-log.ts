/**
 * Notes by triggers which rows change while a backup reads the tables. Rows that were read before they changed are taken
 * again; the last of them in one transaction, so that the copy is the database as of that moment.
 */
import type { Cell, ChangedRow, ChangeLog, TableShape } from "../../../backups/ports.ts";
import { quote } from "./tables.ts";

/** Changed rows that are taken by one call. */
const MOST_AT_ONCE = 500;
/** Changed rows that the last call may take: its answer is in memory. */
const MOST_IN_CUT = 2_000;

const PREFIX = "backup_of_";

const TRIGGERS =
  "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'backup\\_of\\_%' ESCAPE '\\'";

const NOTED = `
SELECT table_name AS "table", row, MAX(seq) AS seq FROM backup_changes GROUP BY table_name, row ORDER BY seq`;

interface Noted {
  table: string;
  row: number;
  seq: number;
}

export class D1ChangeLog implements ChangeLog {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async start(tables: readonly TableShape[]): Promise<void> {
    const made = tables.flatMap(({ name }) => triggersOf(name)).map((sql) => this.db.prepare(sql));
    await this.db.batch([...(await this.undoing()), ...made]);
  }

  async stop(): Promise<void> {
    await this.db.batch(await this.undoing());
  }

  async take(tables: readonly TableShape[]): Promise<{ changes: ChangedRow[]; more: boolean }> {
    const { results } = await this.db
      .prepare(`${NOTED} LIMIT ?1`)
      .bind(MOST_AT_ONCE + 1)
      .all<Noted>();
    const taken = results.slice(0, MOST_AT_ONCE);
    // A row that changes between the two reads is noted once more.
    const changes = await this.read(tables, taken);
    const done = JSON.stringify(taken.map(({ table, row, seq }) => ({ table, row, seq })));
    await this.db.prepare(FORGET).bind(done).run();
    return { changes, more: results.length > taken.length };
  }

  async cut(tables: readonly TableShape[]) {
    const batch = [
      this.db.prepare("SELECT table_name AS 'table', row FROM backup_changes GROUP BY table_name, row"),
      ...tables.map(({ name }) => this.db.prepare(`SELECT COUNT(*) AS rows FROM ${quote(name)}`)),
      ...tables.map((table) => this.db.prepare(CHANGED_IN(table)).bind(table.name, MOST_IN_CUT + 1)),
    ];
    const read = await this.db.batch<Record<string, Cell>>(batch);
    const noted = (read[0]?.results ?? []) as unknown as Noted[];
    if (noted.length > MOST_IN_CUT) return undefined;
    const counts = Object.fromEntries(
      tables.map(({ name }, at) => [name, Number(read[1 + at]?.results[0]?.["rows"])]),
    );
    const rows = tables.flatMap((table, at) =>
      (read[1 + tables.length + at]?.results ?? []).map((row) => [table, row] as const),
    );
    return { changes: changesOf(noted, rows), counts };
  }

  private async read(tables: readonly TableShape[], noted: readonly Noted[]): Promise<ChangedRow[]> {
    const wanted = Map.groupBy(noted, ({ table }) => table);
    const touched = tables.filter(({ name }) => wanted.has(name));
    if (touched.length === 0) return [];
    const statements = touched.map((table) =>
      this.db.prepare(ROWS_IN(table)).bind(JSON.stringify(wanted.get(table.name)?.map(({ row }) => row))),
    );
    const read = await this.db.batch<Record<string, Cell>>(statements);
    const rows = touched.flatMap((table, at) =>
      (read[at]?.results ?? []).map((row) => [table, row] as const),
    );
    return changesOf(noted, rows);
  }

  private async undoing(): Promise<D1PreparedStatement[]> {
    const { results } = await this.db.prepare(TRIGGERS).all<{ name: string }>();
    return [
      ...results.map(({ name }) => this.db.prepare(`DROP TRIGGER IF EXISTS ${quote(name)}`)),
      this.db.prepare("DELETE FROM backup_changes"),
    ];
  }
}

const FORGET = `
DELETE FROM backup_changes WHERE EXISTS (SELECT 1 FROM json_each(?1) d
  WHERE d.value->>'table' = table_name AND d.value->>'row' = row AND d.value->>'seq' >= seq)`;

/** An update may move a row to another number, so both are noted. */
function triggersOf(table: string): string[] {
  const note = (number: string) =>
    `INSERT INTO backup_changes (table_name, row) VALUES ('${table.replaceAll("'", "''")}', ${number});`;
  const made = (event: string, body: string) =>
    `CREATE TRIGGER ${quote(`${PREFIX}${event}_${table}`)} AFTER ${event} ON ${quote(table)} BEGIN ${body} END`;
  return [
    made("insert", note("new.rowid")),
    made("update", `${note("old.rowid")} ${note("new.rowid")}`),
    made("delete", note("old.rowid")),
  ];
}

const SELECT = ({ name, columns }: TableShape) =>
  `SELECT t.rowid AS "row number", ${columns.map((column) => `t.${quote(column)}`).join(", ")} FROM ${quote(name)} t`;

const ROWS_IN = (table: TableShape) => `${SELECT(table)} WHERE t.rowid IN (SELECT value FROM json_each(?1))`;

const CHANGED_IN = (table: TableShape) =>
  `${SELECT(table)} WHERE t.rowid IN (SELECT row FROM backup_changes WHERE table_name = ?1) LIMIT ?2`;

function changesOf(
  noted: readonly Pick<Noted, "table" | "row">[],
  rows: readonly (readonly [TableShape, Record<string, Cell>])[],
): ChangedRow[] {
  const found = new Map(
    rows.map(([{ name, columns }, row]) => [
      `${name} ${row["row number"]}`,
      columns.map((column) => row[column] ?? null),
    ]),
  );
  return noted.map(({ table, row }) => ({ table, row, values: found.get(`${table} ${row}`) ?? null }));
}

/** Rows of several tables by one question: each question is a way to D1 and back, and is counted, however little it asks. */
import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

/** A cell of the answer: rows as JSON. D1 takes no longer cell than 2 MB. */
interface Part<Row> {
  cell: SQL;
  rowOf(values: readonly unknown[]): Row;
}

type Columns = Readonly<Record<string, SQLiteColumn>>;

type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> };

/** Some columns of a table, 30 at most; `rest` says of which rows, and in what order. */
export function part<C extends Columns>(of: SQLiteTable, columns: C, rest: SQL = sql``): Part<RowOf<C>> {
  const all = Object.entries(columns);
  const values = sql.join(
    all.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  const rows = sql`SELECT json_array(${values}) AS row FROM ${of} ${rest}`;
  return {
    cell: sql`(SELECT json_group_array(json(row)) FROM (${rows}))`,
    rowOf: (stored) => {
      const cells = all.map(([name, column], at) => [name, inMemory(column, stored[at])]);
      return Object.fromEntries(cells) as RowOf<C>;
    },
  };
}

/** Rejects when D1 does. */
export async function readSeveral<P extends Readonly<Record<string, Part<unknown>>>>(
  db: Database,
  parts: P,
): Promise<{ [Name in keyof P]: P[Name] extends Part<infer Row> ? Row[] : never }> {
  const all = Object.entries(parts);
  const cells = all.map(([name, { cell }]) => sql`${cell} AS ${sql.identifier(name)}`);
  const [found] = await db.all<Record<string, string>>(sql`SELECT ${sql.join(cells, sql`, `)}`);
  const read = all.map(([name, { rowOf }]) => [name, rowsIn(found?.[name]).map(rowOf)]);
  return Object.fromEntries(read) as Awaited<ReturnType<typeof readSeveral<P>>>;
}

function rowsIn(cell = "[]"): unknown[][] {
  return JSON.parse(cell) as unknown[][];
}

function inMemory(column: SQLiteColumn, stored: unknown): unknown {
  return stored === null ? null : column.mapFromDriverValue(stored);
}

/**
 * Reads rows of several tables in one query: each query is a round trip to D1 and is billed, however small.
 */
import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

interface Part<Row> {
  /** Selects its rows, each as JSON, under that name. */
  select(name: string): SQL;
  rowOf(values: readonly unknown[]): Row;
}

type Columns = Readonly<Record<string, SQLiteColumn>>;

type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> };

/** Some columns of a table, 30 at most; `rest` holds the condition and the order. */
export function part<C extends Columns>(of: SQLiteTable, columns: C, rest: SQL = sql``): Part<RowOf<C>> {
  const all = Object.entries(columns);
  const cells = sql.join(
    all.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  return {
    select: (name) => sql`SELECT ${name} AS part, json_array(${cells}) AS json FROM ${of} ${rest}`,
    rowOf: (stored) => {
      const values = all.map(([name, column], at) => [name, inMemory(column, stored[at])]);
      return Object.fromEntries(values) as RowOf<C>;
    },
  };
}

/** Five parts at most: D1 joins no more. Rejects when D1 does. */
export async function readSeveral<P extends Readonly<Record<string, Part<unknown>>>>(
  db: Database,
  parts: P,
): Promise<{ [Name in keyof P]: P[Name] extends Part<infer Row> ? Row[] : never }> {
  const all = Object.entries(parts);
  const selects = all.map(([name, { select }]) => sql`SELECT * FROM (${select(name)})`);
  const found = await db.all<{ part: string; json: string }>(sql.join(selects, sql` UNION ALL `));
  const rows = all.map(([name, { rowOf }]) => {
    const own = found.filter((row) => row.part === name);
    return [name, own.map(({ json }) => rowOf(JSON.parse(json) as unknown[]))];
  });
  return Object.fromEntries(rows) as Awaited<ReturnType<typeof readSeveral<P>>>;
}

function inMemory(column: SQLiteColumn, stored: unknown): unknown {
  return stored === null ? null : column.mapFromDriverValue(stored);
}

/** Rows of a state that stands still, to be compared with those of another. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { conversationFiles, databaseFile } from "./folder.ts";

/** Columns of each table, by the table's name. */
type Shape = Map<string, string[]>;

/** Rows of the database and of the conversations. */
export type Shapes = Record<"d1" | "objects", Shape>;

export interface Rows {
  /** Digest of each row, with the number of rows that are the same. */
  digests: Map<string, number>;
  /** Rows of each table. */
  counts: Map<string, number>;
}

/** Tables whose rows come and go by themselves: work, its reports, what limits it, and what the runtime and a full-text index keep. */
const PASSING =
  /^(_cf_|sqlite_|d1_migrations|jobs|costs|signin_links|seeds|backup_|chunks_(fts|vocabulary)|scratch)/;

export function shapeOf(stateDir: string): Shapes {
  const shapes = [databaseFile(stateDir), ...conversationFiles(stateDir)].map((file) =>
    read(file, columnsOf),
  );
  const [d1 = new Map(), ...objects] = shapes;
  return { d1, objects: new Map(objects.flatMap((shape) => [...shape])) };
}

/** Tables and columns that both have. */
export function commonShape(one: Shapes, other: Shapes): Shapes {
  return { d1: common(one.d1, other.d1), objects: common(one.objects, other.objects) };
}

function common(one: Shape, other: Shape): Shape {
  const shared = [...one].map(([table, columns]): [string, string[]] => {
    const there = new Set(other.get(table));
    return [table, columns.filter((column) => there.has(column))];
  });
  return new Map(shared.filter(([, columns]) => columns.length > 0));
}

/** Rows of the tables of a shape, by its columns. A table that is not there has none. */
export function rowsOf(stateDir: string, shape: Shapes): Rows {
  const rows: Rows = { digests: new Map(), counts: new Map() };
  read(databaseFile(stateDir), (database) => take(database, shape.d1, rows));
  for (const file of conversationFiles(stateDir))
    read(file, (database) => take(database, shape.objects, rows));
  return rows;
}

/** Digests of `before` that are not in `after` any more. */
export function missing(before: Rows, after: Rows): string[] {
  return [...before.digests]
    .filter(([digest, times]) => (after.digests.get(digest) ?? 0) < times)
    .map(([digest]) => digest);
}

function read<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    const [{ integrity_check: found } = { integrity_check: "" }] = database
      .prepare("PRAGMA integrity_check")
      .all() as { integrity_check: string }[];
    if (found !== "ok") throw new Error(`${file} is damaged: ${found}`);
    return work(database);
  } finally {
    database.close();
  }
}

function columnsOf(database: DatabaseSync): Shape {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !PASSING.test(name));
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)");
  return new Map(names.map((name) => [name, columns.all(name).map((column) => String(column["name"]))]));
}

function take(database: DatabaseSync, shape: Shape, { digests, counts }: Rows): void {
  const here = columnsOf(database);
  for (const [table, names] of shape) {
    if (!here.has(table)) continue;
    const said = names.map((name) => `quote("${name}")`).join(" || ',' || ");
    const found = database.prepare(`SELECT ${said} AS said FROM "${table}"`).all();
    counts.set(table, (counts.get(table) ?? 0) + found.length);
    for (const row of found) {
      const digest = `${table} ${createHash("sha256").update(`${names}:${row["said"]}`).digest("hex").slice(0, 24)}`;
      digests.set(digest, (digests.get(digest) ?? 0) + 1);
    }
  }
}

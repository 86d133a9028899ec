/**
 * The tables, columns and indexes that an object really has. Migrations go by this, since the recorded
 * version says only what should be there.
 */
import type { Sql } from "./sql.ts";

export interface Standing {
  /** The columns of each table, by table name. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly indexes: ReadonlySet<string>;
}

interface Found {
  [column: string]: string | null;
  type: "table" | "index";
  name: string;
  column: string | null;
}

const ALL = `SELECT found.type, found.name, columns.name AS "column"
  FROM sqlite_master AS found LEFT JOIN pragma_table_info(found.name) AS columns ON found.type = 'table'
  WHERE found.type IN ('table', 'index') AND found.name GLOB '[a-z]*'`;

export function standingIn(sql: Sql): Standing {
  const tables = new Map<string, Set<string>>();
  const indexes = new Set<string>();
  for (const { type, name, column } of sql.all<Found>(ALL)) {
    if (type === "index") indexes.add(name);
    else if (column !== null) tables.set(name, (tables.get(name) ?? new Set()).add(column));
  }
  return { tables, indexes };
}

/**
 * Writes the rows that nearly every commit has as one row: the view `commits` has the columns of all hot
 * tables side by side, and its trigger distributes them. Each statement costs time, more so with tracing; one
 * statement text for any set of rows is prepared once.
 */
import type { ColumnName, Table } from "./table.ts";

/** Something that a commit may hold at most once: a row of a hot table, or a change to one. */
export interface CommitPart {
  /** Prefix of its columns in the view. */
  readonly name: string;
  readonly table: Table;
  /** The first column is never null in a row; a null there means that the commit lacks this part. */
  readonly columns: readonly string[];
  /** Statement that writes this part outside a commit. */
  readonly statement: string;
  /** The trigger's statement, which writes this part from the view's row. */
  readonly fromView: string;
}

/** An update of a hot table's row, addressed by key. It goes with the commit like a row. */
export interface HotChange<T extends Table = Table, Name extends string = string> {
  readonly name: string;
  readonly table: T;
  /** The key first. */
  readonly columns: readonly Name[];
}

export interface CommitView {
  readonly parts: ReadonlyMap<string, CommitPart>;
  readonly statement: string;
  /** Statements that create the view and its trigger. */
  readonly making: readonly string[];
}

/** Dropping a view drops its trigger. */
export const DROP_VIEW = "DROP VIEW IF EXISTS commits";

export function hotChange<T extends Table, Name extends ColumnName<T>>(
  name: string,
  table: T,
  columns: readonly Name[],
): HotChange<T, Name> {
  return { name, table, columns };
}

export function commitView(tables: readonly Table[], changes: readonly HotChange[]): CommitView {
  const parts = [...tables.filter(({ isHot }) => isHot).map(rowPart), ...changes.map(changePart)];
  const columns = parts.flatMap(viewColumns);
  const steps = parts.map(({ fromView }) => `${fromView};`).join("\n");
  return {
    parts: new Map(parts.map((part) => [part.name, part])),
    statement: insertInto("commits", columns),
    making: [
      `CREATE VIEW commits AS SELECT ${columns.map((column) => `NULL AS ${column}`).join(", ")}`,
      `CREATE TRIGGER commits_to_tables INSTEAD OF INSERT ON commits BEGIN\n${steps}\nEND`,
    ],
  };
}

function viewColumns({ name, columns }: Pick<CommitPart, "name" | "columns">): string[] {
  return columns.map((column) => `${name}_${column}`);
}

function rowPart(table: Table): CommitPart {
  const { name, put: columns } = table;
  const news = viewColumns({ name, columns }).map((column) => `NEW.${column}`);
  const fromView = `INSERT OR REPLACE INTO ${name} (${columns.join(", ")}) SELECT ${news.join(", ")} WHERE ${news[0]} IS NOT NULL`;
  return { name, table, columns, statement: insertInto(name, columns), fromView };
}

function changePart({ name, table, columns }: HotChange): CommitPart {
  const [key, ...changed] = columns;
  const sets = changed.map((column, index) => `${column} = ?${index + 2}`);
  const news = changed.map((column) => `${column} = NEW.${name}_${column}`);
  return {
    name,
    table,
    columns,
    statement: `UPDATE ${table.name} SET ${sets.join(", ")} WHERE ${key} = ?1`,
    fromView: `UPDATE ${table.name} SET ${news.join(", ")} WHERE ${key} = NEW.${name}_${key}`,
  };
}

/** Inserts a row or replaces it. */
export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${marks(columns)})`;
}

export function marks(columns: readonly unknown[]): string {
  return columns.map(() => "?").join(", ");
}

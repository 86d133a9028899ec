/**
 * The tables of one object, by their descriptions. All writes go through the one instance per life of the
 * object.
 */
import { type CommitPart, type HotChange, insertInto } from "./commit-view.ts";
import { HeldCommit } from "./held-commit.ts";
import { KnownTables } from "./known-tables.ts";
import { creationOf, migrations, type Schema, upgradeOf } from "./migrations.ts";
import type { AtOnce, Row, Sql, SqlValue } from "./sql.ts";
import { standingIn } from "./standing.ts";
import {
  type ColumnName,
  decodeRow,
  encodeValue,
  encodeValues,
  makingOf,
  type NewRow,
  type RowOf,
  type StoredRow,
  type Table,
} from "./table.ts";

export class Tables {
  private readonly sql: Sql;
  private readonly schema: Schema;
  private readonly known: KnownTables;
  private readonly held: HeldCommit;
  private readonly undone: (() => void)[] = [];
  private depth = 0;
  /** Undefined: to be looked up. */
  private reached: number | undefined;

  constructor(sql: Sql, schema: Schema) {
    this.sql = sql;
    this.schema = schema;
    this.known = new KnownTables(sql);
    this.held = new HeldCommit(sql, schema.commits);
  }

  /** Whether the object was ever opened. Reads only, so that asking for an unknown id stores nothing. */
  get isMigrated(): boolean {
    return !this.isEmpty(migrations);
  }

  /** Whether a later version has left the object in a state that this one cannot open. */
  get isTooNew(): boolean {
    // Only when the recorded version is later: an earlier one may not have recorded its needs.
    if (this.version <= this.schema.version) return false;
    return (this.number({ of: migrations, is: "MAX(needs)" }) ?? 0) > this.schema.version;
  }

  /**
   * Migrates the tables in one transaction; the first call creates them. Throws when the object is too new.
   */
  migrate(): void {
    const { schema, known, version } = this;
    if (this.isTooNew) throw new Error("A later version of Nightjar has left this object.");
    if (version >= schema.version) return;
    const statements = version === 0 ? creationOf(schema) : upgradeOf(schema, version, standingIn(this.sql));
    this.transaction(() => this.script(statements));
    for (const { name, isBorn, isLate } of schema.tables)
      if (version === 0 ? isBorn : !isLate) known.made(name);
    known.filled(migrations.name);
    this.reached = schema.version;
  }

  /** Rows of `table`; `rest` is the condition and order. A table known to be empty is not queried. */
  rows<T extends Table>(table: T, rest = "", ...values: SqlValue[]): RowOf<T>[] {
    return this.read(table, { select: "*", rest }, values).map((row) => decodeRow(table, row));
  }

  /** Like `rows`, with some columns only. */
  pick<T extends Table, Name extends ColumnName<T>>(
    { of, columns }: { of: T; columns: readonly Name[] },
    rest = "",
    ...values: SqlValue[]
  ): Pick<RowOf<T>, Name>[] {
    const rows = this.read(of, { select: columns.join(", "), rest }, values);
    return rows.map((row) => decodeRow<T, Pick<RowOf<T>, Name>>(of, row));
  }

  /** A numeric aggregate over the rows; null when there are none. */
  number({ of, is }: { of: Table; is: string }, rest = "", ...values: SqlValue[]): number | null {
    const [row] = this.read(of, { select: `${is} AS value`, rest }, values);
    return typeof row?.["value"] === "number" ? row["value"] : null;
  }

  /** A read-only query across several tables. They must exist. */
  all<R extends Row>(query: string, ...values: SqlValue[]): R[] {
    this.held.flush();
    return this.sql.all<R>(query, ...values);
  }

  /** Whether the table has no rows or does not exist. False when that is not known. */
  isEmpty(table: Table): boolean {
    return this.known.isEmpty(table.name);
  }

  /** Inserts a row or replaces it. In a transaction, a row of a hot table goes with the commit. */
  put<T extends Table>(table: T, row: NewRow<T>): void {
    this.putValues(table, encodeValues(table, row));
  }

  /** Like `put`, for a row in its stored form. */
  putStored<T extends Table>(table: T, stored: StoredRow<T>): void {
    this.putValues(
      table,
      table.put.map((name) => (stored as Row)[name] ?? null),
    );
  }

  /** Inserts a new row; `conflict` is the clause for one that exists. */
  insert<T extends Table>(table: T, row: NewRow<T>, conflict = ""): void {
    const insert = `INSERT INTO ${table.name} (${table.put.join(", ")}) VALUES (${marks(table.put)}) ${conflict}`;
    this.write(table, insert, encodeValues(table, row));
  }

  /** Restores a stored row, perhaps of another version: values without a column today are dropped. */
  restore(table: Table, stored: Row): void {
    const columns = Object.keys(stored).filter((name) => name in table.columns);
    if (columns.length === 0) return;
    const values = columns.map((name) => stored[name] ?? null);
    this.write(table, insertInto(table.name, columns), values);
  }

  /** Part of the commit: updates a hot table's row, addressed by key. */
  change<T extends Table, Name extends ColumnName<T>>(
    change: HotChange<T, Name>,
    row: Pick<RowOf<T>, Name>,
  ): void {
    const part = this.schema.commits.parts.get(change.name);
    if (!part) throw new Error(`${change.name} is no part of a commit`);
    this.hold(
      part,
      change.columns.map((name) => encodeValue(change.table, name, row[name])),
    );
  }

  /** Updates rows; returns how many. */
  update<T extends Table>(
    { of, set }: { of: T; set: Partial<RowOf<T>> },
    rest: string,
    ...values: SqlValue[]
  ): number {
    const changed = Object.entries(set).map(([name, value]) => [name, encodeValue(of, name, value)] as const);
    const sets = changed.map(([name]) => `${name} = ?`).join(", ");
    const news = changed.map(([, value]) => value);
    return this.alter(of, `UPDATE ${of.name} SET ${sets} ${rest}`, [...news, ...values]);
  }

  /** Removes rows; returns how many. */
  remove(table: Table, rest = "", ...values: SqlValue[]): number {
    return this.alter(table, `DELETE FROM ${table.name} ${rest}`, values);
  }

  /** All or nothing. Held rows are written at the end of the transaction, or before its next query. */
  transaction<T>(body: () => AtOnce<T>): T {
    this.depth += 1;
    try {
      return this.sql.transaction<T>(() => {
        const result = body();
        this.held.flush();
        return result;
      });
    } catch (problem) {
      // A nested transaction shares the held rows of the outer one, which alone may drop them.
      if (this.depth === 1) this.held.clear();
      // Tables made in the transaction do not exist after all.
      this.known.forget();
      this.reached = undefined;
      for (const hear of this.undone) hear();
      throw problem;
    } finally {
      this.depth -= 1;
    }
  }

  /** Calls `hear` after each rolled-back transaction. */
  whenUndone(hear: () => void): void {
    this.undone.push(hear);
  }

  /** The version that the object was last migrated to; 0: never opened. */
  private get version(): number {
    this.reached ??= this.number({ of: migrations, is: "MAX(version)" }) ?? 0;
    return this.reached;
  }

  private read(
    table: Table,
    { select, rest }: { select: string; rest: string },
    values: readonly SqlValue[],
  ): Row[] {
    if (this.isEmpty(table)) return [];
    const rows = this.all<Row>(`SELECT ${select} FROM ${table.name} ${rest}`, ...values);
    // Without a condition the query would have found any row, so the table is empty.
    if (rows.length === 0 && values.length === 0 && !rest.includes("WHERE")) this.known.emptied(table.name);
    return rows;
  }

  private putValues(table: Table, values: readonly SqlValue[]): void {
    const part = this.schema.commits.parts.get(table.name);
    if (part) this.hold(part, values);
    else this.write(table, insertInto(table.name, table.put), values);
  }

  private hold(part: CommitPart, values: readonly SqlValue[]): void {
    this.held.hold(part, values);
    this.fill(part.table);
    if (this.depth === 0) this.held.flush();
  }

  private write(table: Table, statement: string, values: readonly SqlValue[]): void {
    this.fill(table);
    this.held.flush();
    this.sql.run(statement, ...values);
  }

  private alter(table: Table, statement: string, values: readonly SqlValue[]): number {
    // A table that is empty or was never made has no rows to change.
    if (this.isEmpty(table)) return 0;
    this.held.flush();
    return this.sql.run(statement, ...values);
  }

  /** Prepares the table for a write. */
  private fill(table: Table): void {
    const { name, isLate } = table;
    if (isLate && !this.known.has(name)) this.script(makingOf(table));
    this.known.filled(name);
  }

  private script(statements: readonly string[]): void {
    this.held.flush();
    this.sql.script(statements);
  }
}

function marks(columns: readonly string[]): string {
  return columns.map(() => "?").join(", ");
}

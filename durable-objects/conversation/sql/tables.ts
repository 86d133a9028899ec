/** The tables of one object, by their descriptions. All that is written goes through here: one for each life of the object. */
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

  /** Whether the object has ever been opened. Reads only, so that asking for an unknown id stores nothing. */
  get isMigrated(): boolean {
    return !this.isEmpty(migrations);
  }

  /** Whether a later version has left the object in a way that this one cannot go on with. */
  get isTooNew(): boolean {
    // Only where the version is later: an earlier one may not have said what it needs.
    if (this.version <= this.schema.version) return false;
    return (this.number({ of: migrations, is: "MAX(needs)" }) ?? 0) > this.schema.version;
  }

  /** Brings the tables up to date; the first call creates them. One transaction. Throws when the object is too new. */
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

  /** Rows of `table`; `rest` says which, and in what order. Nothing is asked of a table that is known to be empty. */
  rows<T extends Table>(table: T, rest = "", ...values: SqlValue[]): RowOf<T>[] {
    return this.read(table, { select: "*", rest }, values).map((row) => decodeRow(table, row));
  }

  /** The same with some of its columns. */
  pick<T extends Table, Name extends ColumnName<T>>(
    { of, columns }: { of: T; columns: readonly Name[] },
    rest = "",
    ...values: SqlValue[]
  ): Pick<RowOf<T>, Name>[] {
    const rows = this.read(of, { select: columns.join(", "), rest }, values);
    return rows.map((row) => decodeRow<T, Pick<RowOf<T>, Name>>(of, row));
  }

  /** One aggregate over the rows, a number; null also while there are none. */
  number({ of, is }: { of: Table; is: string }, rest = "", ...values: SqlValue[]): number | null {
    const [row] = this.read(of, { select: `${is} AS value`, rest }, values);
    return typeof row?.["value"] === "number" ? row["value"] : null;
  }

  /** A question to several tables at once, which changes nothing. They have to be there. */
  all<R extends Row>(query: string, ...values: SqlValue[]): R[] {
    this.held.flush();
    return this.sql.all<R>(query, ...values);
  }

  /** Whether it has no rows, or is not there. False when that is not known. */
  isEmpty(table: Table): boolean {
    return this.known.isEmpty(table.name);
  }

  /** Writes a row, or writes it anew; in a transaction, one of a hot table goes with the commit. */
  put<T extends Table>(table: T, row: NewRow<T>): void {
    this.putValues(table, encodeValues(table, row));
  }

  /** The same for a row that is encoded already. */
  putStored<T extends Table>(table: T, stored: StoredRow<T>): void {
    this.putValues(
      table,
      table.put.map((name) => (stored as Row)[name] ?? null),
    );
  }

  /** Writes a row that is not there yet; `conflict` says what becomes of one that is. */
  insert<T extends Table>(table: T, row: NewRow<T>, conflict = ""): void {
    const insert = `INSERT INTO ${table.name} (${table.put.join(", ")}) VALUES (${marks(table.put)}) ${conflict}`;
    this.write(table, insert, encodeValues(table, row));
  }

  /** A row as it was once stored, perhaps by another version: what has no column today is left out. */
  restore(table: Table, stored: Row): void {
    const columns = Object.keys(stored).filter((name) => name in table.columns);
    if (columns.length === 0) return;
    const values = columns.map((name) => stored[name] ?? null);
    this.write(table, insertInto(table.name, columns), values);
  }

  /** Part of the commit: changes a row of a hot table, told by its key. */
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

  /** Changes rows; returns how many. */
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

  /** All or nothing. Held rows go to the database at the end of the transaction, or before its next query. */
  transaction<T>(body: () => AtOnce<T>): T {
    this.depth += 1;
    try {
      return this.sql.transaction<T>(() => {
        const result = body();
        this.held.flush();
        return result;
      });
    } catch (problem) {
      // An inner transaction is part of the outer one, whose rows are its own to give up.
      if (this.depth === 1) this.held.clear();
      // Tables that it made are not there after all.
      this.known.forget();
      this.reached = undefined;
      for (const hear of this.undone) hear();
      throw problem;
    } finally {
      this.depth -= 1;
    }
  }

  /** `hear` is called when a transaction has changed nothing after all. */
  whenUndone(hear: () => void): void {
    this.undone.push(hear);
  }

  /** What the object was last brought to; 0: it was never opened. */
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
    // Asked without a condition, it would have shown any row.
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
    // A table that was never made, or is empty, has no rows to change.
    if (this.isEmpty(table)) return 0;
    this.held.flush();
    return this.sql.run(statement, ...values);
  }

  /** Rows are about to be written to it. */
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

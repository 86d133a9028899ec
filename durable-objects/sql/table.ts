/** Description of a table, from which its statements, row types and JSON codecs derive. */
import type { Column } from "./column.ts";
import type { Row, SqlValue } from "./sql.ts";
import type { Standing } from "./standing.ts";

export type Columns = Readonly<Record<string, Column>>;

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly columns: C;
  /** The columns that a put names: all except one that SQLite numbers. */
  readonly put: readonly string[];
  /** Encoders of those columns, in their order. */
  readonly encoders: readonly Encoder[];
  readonly keys: readonly string[];
  /** Columns whose stored values must be decoded. */
  readonly decoded: readonly string[];
  readonly isHot: boolean;
  readonly isLate: boolean;
  /** Whether a new object gets the table at once. */
  readonly isBorn: boolean;
  readonly since: number;
  readonly indexes: readonly Index[];
}

/** Encodes one column's value for storage. */
type Encoder = (value: unknown) => SqlValue;

export interface Index {
  name: string;
  /** SQL after the table's name: columns, and a condition. */
  on: string;
  since?: number;
}

export interface TableOptions {
  /** Nearly every commit writes to this table: its rows are buffered and written as one. */
  hot?: true;
  /** Few conversations need this table: it is made on the first write. */
  late?: true;
  /**
   * Refines `late`: nearly every new conversation needs the table, so new objects get it at once and older
   * ones on the first write.
   */
  born?: true;
  /** The schema version that added the table. */
  since?: number;
  indexes?: readonly Index[];
}

/** A row in memory. */
export type RowOf<T extends Table> = { -readonly [Name in keyof T["columns"]]: ValueOf<T["columns"][Name]> };

type ValueOf<C> = C extends Column<infer T> ? T : never;

type FreeName<C extends Columns> = {
  [Name in keyof C]: C[Name]["isFree"] extends true ? Name : never;
}[keyof C];

/** A row to be written: nullable, numbered and defaulted columns may be left out. */
export type NewRow<T extends Table> = Omit<RowOf<T>, FreeName<T["columns"]>> & {
  [Name in FreeName<T["columns"]>]?: RowOf<T>[Name] | undefined;
};

/** A row to be written in its stored form, with JSON as text. */
export type StoredRow<T extends Table> = {
  [Name in Exclude<keyof T["columns"], FreeName<T["columns"]>>]: SqlValue;
} & {
  [Name in FreeName<T["columns"]>]?: SqlValue;
};

export type ColumnName<T extends Table> = keyof T["columns"] & string;

export function table<C extends Columns>(name: string, options: TableOptions, columns: C): Table<C> {
  const { hot = false, late = false, born = !late, since = 1, indexes = [] } = options;
  const all = Object.entries(columns);
  const put = all.flatMap(([column, described]) => (isNumbered(described) ? [] : [column]));
  const keys = all.flatMap(([column, { isKey }]) => (isKey ? [column] : []));
  const decoded = all.flatMap(([column, { decode }]) => (decode ? [column] : []));
  const encoders = put.map((column) => encoderOf(columns[column]));
  const kinds = { isHot: hot, isLate: late, isBorn: born };
  return { name, columns, put, encoders, keys, decoded, ...kinds, since, indexes };
}

function encoderOf(column: Column | undefined): Encoder {
  const fallback = column?.fallback ?? null;
  return (value) => (value === undefined || !column ? fallback : column.encode(value));
}

function isNumbered({ isFree, fallback }: Column): boolean {
  return isFree && fallback === undefined;
}

/** Statements that create the table and its indexes. */
export function makingOf(described: Table): string[] {
  return [createTable(described), ...described.indexes.map((index) => createIndex(described, index))];
}

function createIndex({ name }: Table, index: Index): string {
  return `CREATE INDEX ${index.name} ON ${name} ${index.on}`;
}

function createTable({ name, columns, keys }: Table): string {
  const [only] = keys.length === 1 ? keys : [];
  const lines = Object.entries(columns).map(([column, described]) =>
    declared(column, described, column === only),
  );
  if (keys.length > 1) lines.push(`PRIMARY KEY (${keys.join(", ")})`);
  // A table with a whole number as its key is stored by it anyway.
  const isByNumber = only !== undefined && columns[only]?.type === "INTEGER";
  return `CREATE TABLE ${name} (${lines.join(", ")})${isByNumber ? "" : " WITHOUT ROWID"}`;
}

function declared(name: string, column: Column, isOnlyKey: boolean): string {
  const { type, isNullable, constraint, addedIn, fallback } = column;
  const words = [name, type];
  if (isOnlyKey) words.push("PRIMARY KEY");
  else if (!isNullable) words.push("NOT NULL");
  if (addedIn > 0 && fallback !== null && fallback !== undefined) words.push(`DEFAULT ${literal(fallback)}`);
  if (constraint !== "") words.push(constraint);
  return words.join(" ");
}

function literal(value: SqlValue): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Statements that add the described columns and indexes that an existing table lacks. */
export function additionsTo(described: Table, { tables, indexes }: Standing): string[] {
  const { name, columns } = described;
  const added = Object.entries(columns).filter(([column]) => !tables.get(name)?.has(column));
  return [
    ...added.map(
      ([column, described]) => `ALTER TABLE ${name} ADD COLUMN ${declared(column, described, false)}`,
    ),
    ...described.indexes
      .filter((index) => !indexes.has(index.name))
      .map((index) => createIndex(described, index)),
  ];
}

/** The row in its stored form, with the columns in the order of a put. */
export function encodeRow<T extends Table>(described: T, row: NewRow<T>): StoredRow<T> & Row {
  const stored: Row = {};
  const values = encodeValues(described, row);
  for (let at = 0; at < values.length; at++) stored[described.put[at] ?? ""] = values[at] ?? null;
  return stored as StoredRow<T> & Row;
}

/** The stored values alone, in the same order. */
export function encodeValues<T extends Table>({ put, encoders }: T, row: NewRow<T>): SqlValue[] {
  const values = row as Record<string, unknown>;
  return encoders.map((encode, at) => encode(values[put[at] ?? ""]));
}

export function encodeValue({ name: of, columns }: Table, name: string, value: unknown): SqlValue {
  const column = columns[name];
  if (!column) throw new Error(`${of} has no column ${name}`);
  return value === undefined ? (column.fallback ?? null) : column.encode(value);
}

/**
 * Decodes a stored row, or some of its columns, in place. Throws when a stored value does not fit its column.
 * The row was made by the database for this query alone, and copying it would cost as much as all the
 * decoding.
 */
export function decodeRow<T extends Table, R = RowOf<T>>(described: T, stored: Row): R {
  const row: Record<string, unknown> = stored;
  for (const name of described.decoded) {
    const value = stored[name];
    if (value !== undefined) row[name] = decodeValue(described, name, value);
  }
  return row as R;
}

function decodeValue({ name: of, columns }: Table, name: string, value: SqlValue): unknown {
  try {
    return columns[name]?.decode?.(value);
  } catch (cause) {
    throw new Error(`${of}.${name} cannot be read`, { cause });
  }
}

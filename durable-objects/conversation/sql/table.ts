/** The description of a table, from which its statements, its rows' types and their JSON come. */
import type { Column } from "./column.ts";
import type { Row, SqlValue } from "./sql.ts";
import type { Standing } from "./standing.ts";

export type Columns = Readonly<Record<string, Column>>;

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly columns: C;
  /** The columns that a put names: all but one that SQLite numbers. */
  readonly put: readonly string[];
  /** How each of those is stored, in their order. */
  readonly encoders: readonly Encoder[];
  readonly keys: readonly string[];
  /** Columns whose stored values have to be decoded. */
  readonly decoded: readonly string[];
  readonly isHot: boolean;
  readonly isLate: boolean;
  /** A new object has it. */
  readonly isBorn: boolean;
  readonly since: number;
  readonly indexes: readonly Index[];
}

/** Of one column: its stored value, by the value in memory. */
type Encoder = (value: unknown) => SqlValue;

export interface Index {
  name: string;
  /** What follows the table's name in SQL: columns, and a condition. */
  on: string;
  since?: number;
}

export interface TableOptions {
  /** Nearly every commit writes to it: its rows wait for each other and go to the database as one. */
  hot?: true;
  /** Few conversations need it: it is made when something is first written to it. */
  late?: true;
  /** Beside `late`: nearly every new conversation needs it, so that new ones have it; older ones make it when they do. */
  born?: true;
  /** The version of the schema that brought it. */
  since?: number;
  indexes?: readonly Index[];
}

/** A row as the code has it. */
export type RowOf<T extends Table> = { -readonly [Name in keyof T["columns"]]: ValueOf<T["columns"][Name]> };

type ValueOf<C> = C extends Column<infer T> ? T : never;

type FreeName<C extends Columns> = {
  [Name in keyof C]: C[Name]["isFree"] extends true ? Name : never;
}[keyof C];

/** A row to be written: what may be null, has a fallback or is numbered may be left out. */
export type NewRow<T extends Table> = Omit<RowOf<T>, FreeName<T["columns"]>> & {
  [Name in FreeName<T["columns"]>]?: RowOf<T>[Name] | undefined;
};

/** A row to be written as it is stored: JSON as text. */
export type StoredRow<T extends Table> = {
  [Name in Exclude<keyof T["columns"], FreeName<T["columns"]>>]: SqlValue;
} & {
  [Name in FreeName<T["columns"]>]?: SqlValue;
};

export type ColumnName<T extends Table> = keyof T["columns"] & string;

export function table<C extends Columns>(name: string, options: TableOptions, columns: C): Table<C> {
  const { hot = false, late = false, born = !late, since = 1, indexes = [] } = options;
  const all = Object.entries(columns);
  const put = all.flatMap(([column, told]) => (isNumbered(told) ? [] : [column]));
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

/** What makes the table, with its indexes. */
export function makingOf(described: Table): string[] {
  return [createTable(described), ...described.indexes.map((index) => createIndex(described, index))];
}

export function createIndex({ name }: Table, index: Index): string {
  return `CREATE INDEX ${index.name} ON ${name} ${index.on}`;
}

function createTable({ name, columns, keys }: Table): string {
  const [only] = keys.length === 1 ? keys : [];
  const lines = Object.entries(columns).map(([column, told]) => declared(column, told, column === only));
  if (keys.length > 1) lines.push(`PRIMARY KEY (${keys.join(", ")})`);
  // A table whose key is a whole number is kept by it anyway.
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

/** The statements that bring an existing table up to date: what it is described to have, and has not. */
export function additionsTo(described: Table, { tables, indexes }: Standing): string[] {
  const { name, columns } = described;
  const added = Object.entries(columns).filter(([column]) => !tables.get(name)?.has(column));
  return [
    ...added.map(([column, told]) => `ALTER TABLE ${name} ADD COLUMN ${declared(column, told, false)}`),
    ...described.indexes
      .filter((index) => !indexes.has(index.name))
      .map((index) => createIndex(described, index)),
  ];
}

/** The row as it is stored, its columns in the order in which a put names them. */
export function encodeRow<T extends Table>(described: T, row: NewRow<T>): StoredRow<T> & Row {
  const stored: Row = {};
  const values = encodeValues(described, row);
  for (let at = 0; at < values.length; at++) stored[described.put[at] ?? ""] = values[at] ?? null;
  return stored as StoredRow<T> & Row;
}

/** Its values alone, in that order. */
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
 * Of a stored row, or of some of its columns. Throws when what is stored is not what the column says. The row itself is
 * changed: the database has just made it for this question, and a copy of each costs as much as all its decoding.
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

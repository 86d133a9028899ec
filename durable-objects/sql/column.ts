/** Columns of a table: their declaration, their values in memory, and their stored form. */
import type { Shape } from "./shape.ts";
import type { SqlValue } from "./sql.ts";

/** `Free`: a row may be put without a value for it. */
export interface Column<T = unknown, Free extends boolean = boolean> {
  readonly type: "TEXT" | "INTEGER" | "REAL";
  readonly isKey: boolean;
  readonly isNullable: boolean;
  /** A constraint beyond the type. */
  readonly constraint: string;
  readonly isFree: Free;
  /** The schema version that added the column; 0: as old as its table. */
  readonly addedIn: number;
  /**
   * Value for rows that are put without one and for rows older than the column. Undefined: SQLite numbers it.
   */
  readonly fallback: SqlValue | undefined;
  encode(value: T): SqlValue;
  /** Decodes a stored value. Undefined: memory and storage hold the same value. */
  readonly decode: ((stored: SqlValue) => T) | undefined;
}

/** Builder: each call adds a property. */
interface OpenColumn<T, Free extends boolean> extends Column<T, Free> {
  /** Allows null, which is also the value of a row that is put without one. */
  nullable(): OpenColumn<T | null, true>;
  /**
   * Added in that schema version; tables that are older get it by migration. Their rows have `fallback`,
   * which a nullable column does not need.
   */
  since(version: number, ...fallback: null extends T ? [] : [fallback: T]): Column<T, true>;
}

export function text<T extends string = string>(): OpenColumn<T, false> {
  return open<T, false>({ ...NEEDED, type: "TEXT", encode: (value) => value, decode: undefined });
}

export function int<T extends number = number>(): OpenColumn<T, false> {
  return open<T, false>({ ...NEEDED, type: "INTEGER", encode: (value) => value, decode: undefined });
}

export function real(): OpenColumn<number, false> {
  return open<number, false>({ ...NEEDED, type: "REAL", encode: (value) => value, decode: undefined });
}

/** Stored as 0 or 1. */
export function bool(): OpenColumn<boolean, false> {
  const encode = (value: boolean) => (value ? 1 : 0);
  return open<boolean, false>({ ...NEEDED, type: "INTEGER", encode, decode: (stored) => stored === 1 });
}

/** Decoding throws when the stored text is not JSON of this shape. */
export function json<T>(
  shape: Shape<T>,
  encode: (value: T) => string = JSON.stringify,
): OpenColumn<T, false> {
  return open<T, false>({ ...NEEDED, type: "TEXT", encode, decode: (stored) => parsed(shape, stored) });
}

function parsed<T>(shape: Shape<T>, stored: SqlValue): T {
  const value: unknown = JSON.parse(String(stored));
  if (!shape(value)) throw new Error("it has another shape");
  return value;
}

/** A NOT NULL text column whose empty text is null in memory. */
export function textOrEmpty<T extends string>(): Column<T | null, false> {
  const encode = (value: T | null) => value ?? "";
  return { ...NEEDED, type: "TEXT", encode, decode: (stored) => (stored === "" ? null : (stored as T)) };
}

/** Makes the column the primary key, or a part of it. */
export function key<T extends string | number>(column: Column<T, false>): Column<T, false> {
  return { ...column, isKey: true };
}

/** Adds a UNIQUE constraint. */
export function unique<T>(column: Column<T, false>): Column<T, false> {
  return { ...column, constraint: "UNIQUE" };
}

/** A key that SQLite numbers in insertion order. */
export function autoIncrement(): Column<number, true> {
  return { ...int(), isKey: true, isFree: true };
}

/** The key of a table with a single row. */
export function onlyRow(): Column<1, true> {
  return { ...int<1>(), isKey: true, isFree: true, constraint: "CHECK (id = 1)", fallback: 1 };
}

const NEEDED = {
  isKey: false,
  isNullable: false,
  constraint: "",
  isFree: false as const,
  addedIn: 0,
  fallback: undefined,
};

function open<T, Free extends boolean>(column: Column<T, Free>): OpenColumn<T, Free> {
  const { encode, decode } = column;
  return {
    ...column,
    nullable: () =>
      open<T | null, true>({
        ...column,
        isNullable: true,
        isFree: true,
        fallback: null,
        encode: (value) => (value === null ? null : encode(value)),
        decode: decode && ((stored) => (stored === null ? null : decode(stored))),
      }),
    since: (version, ...[value]) => ({
      ...column,
      addedIn: version,
      isFree: true,
      fallback: value === undefined ? null : encode(value),
    }),
  };
}

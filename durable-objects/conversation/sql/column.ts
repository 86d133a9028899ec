/** Columns of a table: how each is declared, what its values are in memory, and how they are stored. */
import type { Shape } from "./shape.ts";
import type { SqlValue } from "./sql.ts";

/** `Free`: a row may be put without it. */
export interface Column<T = unknown, Free extends boolean = boolean> {
  readonly type: "TEXT" | "INTEGER" | "REAL";
  readonly isKey: boolean;
  readonly isNullable: boolean;
  /** Beside its type: a constraint of its own. */
  readonly constraint: string;
  readonly isFree: Free;
  /** The version of the schema that brought it; 0: it is as old as its table. */
  readonly addedIn: number;
  /** The value where a row is put without one, and in rows that are older than the column. Undefined: SQLite numbers it. */
  readonly fallback: SqlValue | undefined;
  encode(value: T): SqlValue;
  /** Reads a stored value. Undefined: values are the same in memory and in storage. */
  readonly decode: ((stored: SqlValue) => T) | undefined;
}

/** A column under construction: each call adds a property. */
export interface OpenColumn<T, Free extends boolean> extends Column<T, Free> {
  /** Null is one of its values, and the one of a row that is put without it. */
  nullable(): OpenColumn<T | null, true>;
  /**
   * It came with that version of the schema: where the table is older, it is added. Rows from before have `fallback`;
   * one that may be null needs none.
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

/** 0 or 1. */
export function bool(): OpenColumn<boolean, false> {
  const encode = (value: boolean) => (value ? 1 : 0);
  return open<boolean, false>({ ...NEEDED, type: "INTEGER", encode, decode: (stored) => stored === 1 });
}

/** Throws when the stored text is not JSON, or of another shape. */
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

/** A text column that is never null in SQL: an empty text there is null in memory. */
export function textOrEmpty<T extends string>(): Column<T | null, false> {
  const encode = (value: T | null) => value ?? "";
  return { ...NEEDED, type: "TEXT", encode, decode: (stored) => (stored === "" ? null : (stored as T)) };
}

/** The primary key, or a part of it. */
export function key<T extends string | number>(column: Column<T, false>): Column<T, false> {
  return { ...column, isKey: true };
}

/** No two rows have the same. */
export function unique<T>(column: Column<T, false>): Column<T, false> {
  return { ...column, constraint: "UNIQUE" };
}

/** Numbered by SQLite, in the order in which rows are put. */
export function numbered(): Column<number, true> {
  return { ...int(), isKey: true, isFree: true };
}

/** Of a table that has one row. */
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

function open<T, Free extends boolean>(told: Column<T, Free>): OpenColumn<T, Free> {
  const { encode, decode } = told;
  return {
    ...told,
    nullable: () =>
      open<T | null, true>({
        ...told,
        isNullable: true,
        isFree: true,
        fallback: null,
        encode: (value) => (value === null ? null : encode(value)),
        decode: decode && ((stored) => (stored === null ? null : decode(stored))),
      }),
    since: (version, ...[value]) => ({
      ...told,
      addedIn: version,
      isFree: true,
      fallback: value === undefined ? null : encode(value),
    }),
  };
}

/** A thing as a form's draft: each setting as a person types it. Converts in both directions. */
import type { Field, FieldTable } from "../../../src/domain/fields/field.ts";
import type { Values } from "../../../src/domain/fields/values.ts";
import { t } from "../../words/t.ts";

/** Draft of a setting that the form draws by hand. An undefined value is left out of what is sent. */
export interface Conversion<Value, Draft> {
  draftOf(value: Value): Draft;
  valueOf(draft: Draft): Value | undefined;
}

type OwnNames<T> = { [K in keyof T]: T[K] extends { kind: "own" } ? K : never }[keyof T];
type GroupNames<T> = {
  [K in keyof T]: T[K] extends { fields: infer G } ? ([OwnNames<G>] extends [never] ? never : K) : never;
}[keyof T];

/** Conversions of the settings that have their own draft; those in groups below the group's name. */
export type Conversions<T> = {
  readonly [K in OwnNames<T>]: T[K] extends { default: infer V } ? Conversion<V, unknown> : never;
} & { readonly [K in GroupNames<T>]: T[K] extends { fields: infer G } ? Conversions<G> : never };

type DraftOfOwn<C> = C extends { draftOf(value: never): infer D } ? D : never;

type DraftOfField<F, C> = F extends { kind: "own" }
  ? DraftOfOwn<C>
  : F extends { kind: "group"; fields: infer G }
    ? DraftOf<G, C>
    : F extends { kind: "choice"; options: infer O }
      ? (keyof O & string) | (F extends { unset: string } ? "" : never)
      : F extends { kind: "flag" }
        ? boolean
        : F extends { kind: "number"; default: number }
          ? number
          : string;

/** Texts are as typed, lists one entry a line, and what is unset is empty; numbers that may be unset are texts. */
export type DraftOf<T, C> = {
  -readonly [K in keyof T]: DraftOfField<T[K], K extends keyof C ? C[K] : unknown>;
};

type Loose = Readonly<Record<string, unknown>>;

export function draftOf<const T extends FieldTable, const C extends Conversions<T>>(
  table: T,
  values: Values<T>,
  conversions: C,
): DraftOf<T, C> {
  return structuredClone(draftIn(table, values, conversions)) as DraftOf<T, C>;
}

/** A text that is no number is left to the API, which reports it. */
export function valuesOf<const T extends FieldTable, const C extends Conversions<T>>(
  table: T,
  draft: DraftOf<T, C>,
  conversions: C,
): Values<T> {
  return valuesIn(table, draft, conversions) as Values<T>;
}

/** Settings of a thing that is yet to be made, in the app's language. */
export function newValues<const T extends FieldTable>(table: T): Values<T> {
  const entries = Object.entries(table).map(([name, field]) => [name, beginningOf(field)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Values<T>;
}

function draftIn(table: FieldTable, values: object, conversions: object): Loose {
  const entries = Object.entries(table).map(([name, field]) => {
    const [value, own] = [(values as Loose)[name], (conversions as Loose)[name]];
    if (field.kind === "own") return [name, (own as Conversion<unknown, unknown>).draftOf(value)];
    if (field.kind === "group") return [name, draftIn(field.fields, value as object, own ?? {})];
    return [name, typed(field, value)];
  });
  return Object.fromEntries(entries);
}

function valuesIn(table: FieldTable, draft: object, conversions: object): Loose {
  const entries = Object.entries(table).map(([name, field]) => {
    const [held, own] = [(draft as Loose)[name], (conversions as Loose)[name]];
    if (field.kind === "own") return [name, (own as Conversion<unknown, unknown>).valueOf(held)];
    if (field.kind === "group") return [name, valuesIn(field.fields, held as object, own ?? {})];
    return [name, read(field, held)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function beginningOf(field: Field): unknown {
  switch (field.kind) {
    case "group":
      return newValues(field.fields);
    case "own":
      return structuredClone(field.default);
    case "choice":
      return field.begins ?? field.default;
    case "text":
      return t(field.default ?? "");
    case "code":
      return field.default === undefined ? "" : field.default;
    case "list":
      return [...field.default];
    default:
      return field.default;
  }
}

function typed(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case "list":
      return (value as readonly string[]).join("\n");
    case "number":
      return typeof field.default === "number" ? value : String(value ?? "");
    case "choice":
      return value ?? field.means ?? "";
    case "flag":
      return value;
    default:
      return value ?? "";
  }
}

function read(field: Field, held: unknown): unknown {
  if (typeof held !== "string") return held;
  const text = held.trim();
  switch (field.kind) {
    case "list":
      return linesIn(text);
    case "number":
      return text === "" ? unset(field) : numberIn(text);
    case "code":
      return text === "" ? unset(field) : text;
    case "choice":
      return text === "" ? undefined : text;
    default:
      return text;
  }
}

function unset(field: Extract<Field, { kind: "number" | "code" }>): null | "" | undefined {
  if (field.default === null) return null;
  return field.kind === "code" ? "" : undefined;
}

/** Text that is no number is sent as typed: the API says what is wrong with it. */
function numberIn(text: string): number | string {
  const number = Number(text.replace(",", "."));
  return Number.isNaN(number) ? text : number;
}

export function linesIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

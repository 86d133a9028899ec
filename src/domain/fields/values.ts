/** Values of a table of settings: their types, their defaults, and a change of some of them. */
import type { FieldTable } from "./field.ts";

type ValueOf<F> = F extends { kind: "group"; fields: infer T }
  ? Values<T>
  : F extends { kind: "own"; default: infer V }
    ? V
    : F extends { kind: "choice"; options: infer O }
      ? keyof O & string
      : F extends { kind: "flag" }
        ? boolean
        : F extends { kind: "list" }
          ? string[]
          : (F extends { kind: "number" } ? number : string) | (F extends { default: null } ? null : never);

type Optional = { readonly optional: true };
type Simple<T> = { [K in keyof T]: T[K] };

/** The things that a table describes: one value a setting. */
export type Values<T> = Simple<
  { -readonly [K in keyof T as T[K] extends Optional ? never : K]: ValueOf<T[K]> } & {
    -readonly [K in keyof T as T[K] extends Optional ? K : never]?: ValueOf<T[K]>;
  }
>;

type Defaulted<T> = {
  [K in keyof T]: T[K] extends { required: true }
    ? never
    : T[K] extends { default: unknown } | { kind: "group" }
      ? K
      : never;
}[keyof T];

/** Values of all settings that need not be given. */
export function defaultsOf<const T extends FieldTable>(
  table: T,
): Pick<Values<T>, Defaulted<T> & keyof Values<T>> {
  const entries = Object.entries(table).flatMap(([name, field]): [string, unknown][] => {
    if (field.kind === "group") return [[name, defaultsOf(field.fields)]];
    if (field.default === undefined || (field.kind === "own" && field.required)) return [];
    return [[name, structuredClone(field.default)]];
  });
  return Object.fromEntries(entries) as Pick<Values<T>, Defaulted<T> & keyof Values<T>>;
}

/** Applies a change of some settings; within a group, settings that it does not name stay. */
export function mergedSettings(table: FieldTable, before: object, change: object): object {
  const [old, young] = [before, change] as Readonly<Record<string, object>>[];
  const groups = Object.keys(table).filter((name) => table[name]?.kind === "group");
  return {
    ...old,
    ...young,
    ...Object.fromEntries(groups.map((name) => [name, { ...old?.[name], ...young?.[name] }])),
  };
}

/**
 * The shape of stored JSON: as much of a type as must be present for the code to work with it. The check is
 * light, since every message and event that is read passes one, and this code wrote the contents itself.
 */

export type Shape<T> = (value: unknown) => value is T;

type Kind = "string" | "number" | "list" | "record";

/** A record with at least these fields. */
export function withFields<T>(fields: { [Name in keyof T & string]?: Kind }): Shape<T> {
  const needed = Object.entries<Kind | undefined>(fields);
  return (value): value is T =>
    isRecord(value) && needed.every(([name, kind]) => kindOf(value[name]) === kind);
}

export function listOf<T>(item: Shape<T>): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(item);
}

export function orElse<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return (value): value is A | B => one(value) || other(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === "record";
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "record" : typeof value;
}

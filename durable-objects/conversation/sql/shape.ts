/**
 * The shape of stored JSON: as much of a type as has to be there for the code to do anything with it. Light, since
 * every message and every event that is read goes through one: what is inside is what this code has written itself.
 */

export type Shape<T> = (value: unknown) => value is T;

type Kind = "string" | "number" | "list" | "record";

/** A record with these fields, whatever else it has. */
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

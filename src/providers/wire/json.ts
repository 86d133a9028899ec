/**
 * Typed access to a provider's JSON. A schema per delta would cost more than the delta, so the hot path picks fields
 * with these: each returns a value of its type, or nothing. Providers add fields at will; we look at ours only.
 */

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectIn(value: JsonObject, key: string): JsonObject | undefined {
  const field = value[key];
  return isObject(field) ? field : undefined;
}

export function listIn(value: JsonObject, key: string): readonly unknown[] {
  const field = value[key];
  return Array.isArray(field) ? field : [];
}

/** Empty when it is missing or no string. */
export function textIn(value: JsonObject, key: string): string {
  const field = value[key];
  return typeof field === "string" ? field : "";
}

/** A count: undefined when it is missing, negative or no number. */
export function countIn(value: JsonObject | undefined, key: string): number | undefined {
  const given = value?.[key];
  // Some gateways write numbers as text.
  const field = typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return typeof field === "number" && Number.isFinite(field) && field >= 0 ? field : undefined;
}

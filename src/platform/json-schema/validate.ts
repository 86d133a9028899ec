/** Check of a value by a JSON schema (draft 2020-12). */
import type { Schema } from "./json-schema.ts";

/** Problems that are told at once. */
const MOST_PROBLEMS = 5;

/** Undefined: it fits. The validator is loaded by the first check. */
export async function problemBySchema(value: unknown, schema: Schema): Promise<string | undefined> {
  const { Validator } = await import("@cfworker/json-schema");
  const { valid, errors } = new Validator(schema, "2020-12", false).validate(value);
  if (valid) return undefined;
  return errors
    .slice(-MOST_PROBLEMS)
    .map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
    .join("\n");
}

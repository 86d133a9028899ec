/** Arguments that a tool does not know: dropped without a word, they would count as heeded. */
import { z } from "zod";

/** Says which arguments are unknown; undefined when none is. An empty one means nothing, and is let be. */
export function unknownArguments(schema: unknown, value: unknown): string | undefined {
  const found = unknownIn(schema, value, "");
  if (found.length === 0) return undefined;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const there = known.length > 0 ? `There are: ${known.join(", ")}.` : "There are none.";
  return `${found.join(", ")}: there is no such argument. ${there} Leave out what is not among them.`;
}

function unknownIn(schema: unknown, value: unknown, path: string): string[] {
  const bare = bareOf(schema);
  if (bare instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item) => unknownIn(bare.element, item, path));
  if (!(bare instanceof z.ZodObject) || !isObject(value) || bare.def.catchall !== undefined) return [];
  const { shape } = bare;
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === "" ? name : `${path}.${name}`;
    if (Object.hasOwn(shape, name)) return unknownIn(shape[name], inner, here);
    return inner === null || inner === undefined || inner === "" ? [] : [here];
  });
}

function bareOf(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? bareOf(schema.unwrap()) : schema;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The argument of a tool that takes words to search for, and needs nothing else. */
import { z } from "zod";

const NAMES = /^(?:q|query|queries|search|search_?(?:query|terms?|text)|text|terms?|keywords?|question)$/i;

const Input = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
});
const Text = z.looseObject({ type: z.literal("string") });

/** Undefined: the tool takes other things. */
export function queryArgument(input: Readonly<Record<string, unknown>>): string | undefined {
  const schema = Input.safeParse(input).data;
  if (!schema) return undefined;
  const { properties, required } = schema;
  const names = Object.keys(properties).filter(
    (name) => NAMES.test(name) && Text.safeParse(properties[name]).success,
  );
  return names.find((name) => required.every((needed) => needed === name));
}

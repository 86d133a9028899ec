/** Helpers with which the contract builds its schemas. */
import { z } from "zod";
import { parseDate } from "../memory/text/dates.ts";

/** Memoizes a schema: in the life of an isolate, most schemas are never needed. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Output of a schema that is made when it is needed. */
export type SchemaOutput<S extends () => z.ZodType> = z.output<ReturnType<S>>;

/** Type of an answer as JSON brings it: a field that may be left out is there or not, and never undefined. */
export type JsonOf<S extends () => z.ZodType> = Json<z.output<ReturnType<S>>>;

type Json<T> = T extends object ? { [Name in keyof T]: Json<Exclude<T[Name], undefined>> } : T;

/** Input of such a schema: what a caller sends, where fields with a default may be left out. */
export type SchemaInput<S extends () => z.ZodType> = z.input<ReturnType<S>>;

/** A change of such a thing: each field may be left out. */
export type ChangeTo<T> = { [Name in keyof T]?: T[Name] | undefined };

/** A shape that the API's description shows once, by its name. */
export function namedSchema<S extends z.ZodType>(name: string, make: () => S): () => S {
  return once(() => make().meta({ id: name }) as S);
}

/** A page of a list, as every list of the API answers. */
export function listOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** The seq of the last event of a stream that was read. */
export function lastSeq() {
  return z.coerce.number("the seq of the last event that was read").int().min(0).default(0);
}

/** ISO 8601 in UTC. */
export function time() {
  return z.iso.datetime();
}

/** A date as people write it, in a body too; parsed to ms since the epoch. */
export const date = z
  .string()
  .max(60)
  .transform((text, context) => {
    const at = parseDate(text);
    if (at === undefined) {
      context.addIssue(`"${text}" is not a date; write it as 2026-03-31 or 2026-03-31T12:00:00Z`);
    }
    return at ?? 0;
  });

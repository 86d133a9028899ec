/** Helpers with which routes build their schemas. */
import { z } from "zod";
import { type Id, type IdPrefix, parseId } from "../../domain/ids.ts";

/** Memoizes a schema: in the life of an isolate, most of a table's schemas are never needed. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Output of a schema that is made when it is needed. */
export type SchemaOutput<S extends () => z.ZodType> = z.output<ReturnType<S>>;

/** A shape that the API's description shows once, by its name. */
export function namedSchema<S extends z.ZodType>(name: string, make: () => S): () => S {
  return once(() => make().meta({ id: name }) as S);
}

/** An id of that kind in an address. A text that cannot be one is answered as not found. */
export function idOf<P extends IdPrefix>(prefix: P, what: string) {
  return z.string().transform((text, context): Id<P> => {
    const id = parseId(prefix, text);
    if (id) return id;
    context.addIssue(`There is no such ${what}, or it is not yours.`);
    return z.NEVER;
  });
}

/** Body of a route that takes nothing: an empty body, or an object without a field. */
export const nothing = once(() => z.strictObject({}));

/** A page of a list, as every list of the API answers. */
export function listOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** ISO 8601 in UTC. */
export function time() {
  return z.iso.datetime();
}

/** A partial update: each field may be left out, and a missing field gets no default. The same holds for nested objects. */
export function changesOf<S extends z.ZodObject>(schema: S): z.ZodType<Partial<z.output<S>>> {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const shape = Object.fromEntries(fields.map(([name, field]) => [name, changeOf(field).optional()]));
  return z.strictObject(shape) as unknown as z.ZodType<Partial<z.output<S>>>;
}

function changeOf(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault || field instanceof z.ZodOptional)
    return changeOf(field.unwrap() as z.ZodType);
  return field instanceof z.ZodObject ? changesOf(field) : field;
}

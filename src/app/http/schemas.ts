/** Helpers with which routes build the schemas of their input. */
import { z } from "zod";
import { once } from "../../contract/schema.ts";
import { type Id, type IdPrefix, parseId } from "../../domain/ids.ts";

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

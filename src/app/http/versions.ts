/** Shapes for routes of everything versioned. */
import { z } from "zod";
import { namedSchema, time } from "../../contract/schema.ts";
import { limit } from "./query.ts";

/** The version that a change was based on: if another one holds by now, the change is refused. */
export const versionNumber = () => z.number().int().min(1);

/** Headers of a versioned thing: the version that an `If-Match` names. */
export function versionTag({ version }: { version: number }): Record<string, string> {
  return { etag: `"${version}"` };
}

const FieldChangeShape = namedSchema("FieldChange", () =>
  z.object({
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    lines: z.array(z.object({ op: z.enum(["same", "added", "removed"]), text: z.string() })).optional(),
  }),
);

/** A version in a list. */
export function versionFields() {
  return {
    version: versionNumber(),
    change: z.enum(["loaded", "created", "edited", "restored"]),
    restored_from: z.number().nullable(),
    by: z.string().nullable(),
    at: time(),
    /** Names of the fields that differ from the version before. */
    changed: z.array(z.string()),
  };
}

/** A single version; `fields` are all fields of the thing that can be set. */
export function comparedFields<S extends z.ZodType>(fields: S) {
  return { fields, against: z.number().nullable(), changes: z.array(FieldChangeShape()) };
}

export const versionShapes = {
  /** `version` of an address. */
  inPath: () => z.coerce.number().int().min(1),
  restore: () => z.object({ version: versionNumber() }),
  page: () =>
    z.object({ cursor: z.coerce.number().int().min(1).optional(), limit: limit({ usual: 50, most: 200 }) }),
  against: () => z.object({ against: z.coerce.number().int().min(1).optional() }),
};

/** Versions of things that have a history: agents, rooms. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "./schema.ts";

/** The version that a change was based on: if another one holds by now, the change is refused. */
export const versionNumber = () => z.number().int().min(1);

const FieldChangeShape = namedSchema("FieldChange", () =>
  z.object({
    /** The path in the request body: `limits.max_steps`. */
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    lines: z.array(z.object({ op: z.enum(["same", "added", "removed"]), text: z.string() })).optional(),
  }),
);

/** A version in a list. */
export const VersionShape = () =>
  z.object({
    version: versionNumber(),
    change: z.enum(["loaded", "created", "edited", "restored"]),
    restored_from: z.number().nullable(),
    /** Id of a person; null: none of this instance. */
    by: z.string().nullable(),
    at: time(),
    /** Names of the fields that differ from the version before. */
    changed: z.array(z.string()),
  });

/** Differences of a version from another one. */
export const DifferencesShape = () =>
  z.object({ against: z.number().nullable(), changes: z.array(FieldChangeShape()) });

export type FieldChange = JsonOf<typeof FieldChangeShape>;
export type Version = JsonOf<typeof VersionShape>;
export type Comparison = Version & JsonOf<typeof DifferencesShape>;

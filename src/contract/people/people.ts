/** People, as admins take and show them. */
import { z } from "zod";
import { ROLES } from "../../domain/principal.ts";
import { oneName } from "../../domain/text/one-name.ts";
import { USERNAME, USERNAME_RULE } from "../../people/person.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

export const role = () => z.enum(ROLES);

export const personName = () => z.string().trim().max(100).overwrite(oneName).min(1, "a name is missing");

export const username = () => z.string().trim().regex(USERNAME, USERNAME_RULE);

export const PersonShape = namedSchema("Person", () =>
  z.object({
    id: z.string(),
    username: z.string().nullable(),
    name: z.string(),
    role: role(),
    disabled: z.boolean(),
    disabled_at: time().nullable(),
    created_at: time(),
    updated_at: time(),
  }),
);

export const PersonFields = () =>
  z.object({
    username: username().optional(),
    /** Name of the person; by default the username. */
    name: personName().optional(),
    role: role().default("member"),
  });

export const PersonChangeFields = () =>
  z.object({
    username: username().nullable().optional(),
    name: personName().optional(),
    role: role().optional(),
    disabled: z.boolean().optional(),
  });

export const DeletedPersonShape = namedSchema("DeletedPerson", () =>
  z.object({
    id: z.string(),
    data: z.enum(["kept", "being_deleted"]),
    /** Number of their conversations. */
    conversations: z.number(),
    /** The job that erases them in the background. */
    job_id: z.string().nullable(),
  }),
);

export type Person = JsonOf<typeof PersonShape>;
export type PersonChange = SchemaInput<typeof PersonChangeFields>;
export type DeletedPerson = JsonOf<typeof DeletedPersonShape>;
export type PersonFields = SchemaInput<typeof PersonFields>;

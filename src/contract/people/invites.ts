/** Invites: codes with which people join. */
import { z } from "zod";
import { date, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";
import { personName, role } from "./people.ts";

export const InviteShape = namedSchema("Invite", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    role: role(),
    state: z.enum(["open", "used_up", "expired", "disabled"]),
    code_hint: z.string(),
    max_uses: z.number(),
    uses: z.number(),
    created_by: z.string(),
    created_at: time(),
    expires_at: time().nullable(),
    disabled_at: time().nullable(),
  }),
);

/** The only answers that contain the code. */
export const NewInviteShape = namedSchema("NewInvite", () =>
  InviteShape().extend({ code: z.string(), url: z.string() }),
);

export const InviteDetailShape = namedSchema("InviteDetail", () =>
  InviteShape().extend({
    redeemed_by: z.array(
      z.object({ person_id: z.string(), name: z.string().nullable(), redeemed_at: time() }),
    ),
  }),
);

const MOST_AT_ONCE = 100;

export const InviteFields = () =>
  z.object({
    /** A note for the admin about whom it is for. */
    name: personName(),
    role: role().default("member"),
    /** The number of people who may use one code. */
    max_uses: z.number().int().min(1).max(10_000).default(1),
    /** The number of codes to create at once, each its own: the answer is then a list. */
    count: z.number().int().min(1).max(MOST_AT_ONCE).optional(),
    expires_at: date.nullable().default(null),
  });

export const InviteChangeFields = () =>
  z.object({
    name: personName().optional(),
    disabled: z.boolean().optional(),
    max_uses: z.number().int().min(1).max(10_000).optional(),
    expires_at: date.nullable().optional(),
  });

export type Invite = JsonOf<typeof InviteShape>;
export type NewInvite = JsonOf<typeof NewInviteShape>;
export type InviteFields = SchemaInput<typeof InviteFields>;

/** The signed-in person, and what they store. */
import { z } from "zod";
import { KEY_SCOPES } from "../../domain/key-scopes.ts";
import { COUNTED } from "../../quotas/quota.ts";
import { BrandingShape } from "../instance/branding.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";
import { personName, role, username } from "./people.ts";

export const MeShape = namedSchema("Me", () =>
  z.object({
    /** Equal to `owner`. */
    id: z.string(),
    owner: z.string(),
    role: role(),
    name: z.string(),
    username: z.string().nullable(),
    created_at: time().nullable(),
    /** For an API key: its scopes. */
    scopes: z.array(z.enum(KEY_SCOPES)).optional(),
    key_id: z.string().optional(),
    session_id: z.string().optional(),
    /** For a client: its keeper. */
    keeper: z.object({ id: z.string(), name: z.string() }).optional(),
  }),
);

export const MeChangeFields = () =>
  z.object({ name: personName().optional(), username: username().nullable().optional() });

const StorageQuotaShape = () => z.object({ what: z.enum(COUNTED), used: z.number(), limit: z.number() });

export const UsageShape = namedSchema("KeptByPerson", () =>
  z.object({ items: z.array(StorageQuotaShape()) }),
);

export const OwnSessionShape = () => z.object({ me: MeShape().nullable(), branding: BrandingShape() });

export type Me = JsonOf<typeof MeShape>;
export type OwnSession = JsonOf<typeof OwnSessionShape>;
export type StorageQuota = JsonOf<typeof StorageQuotaShape>;
export type StorageUsage = JsonOf<typeof UsageShape>;

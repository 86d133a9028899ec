/** Identities of people on channels, at an OpenID provider and at a proxy. */
import { z } from "zod";
import { oneName } from "../../domain/text/one-name.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const IdentityShape = namedSchema("Identity", () =>
  z.object({
    channel: z.string(),
    account: z.string(),
    platform_id: z.string(),
    name: z.string(),
    created_at: time(),
  }),
);

/** `linked: false` answers a check: it tells whose code it is, and nothing was changed. */
export const LinkedIdentityShape = namedSchema("LinkedIdentity", () =>
  IdentityShape().extend({ linked: z.boolean() }),
);

export const IdentityKeyFields = () =>
  z.object({
    channel: z.string().max(40),
    /** For an OpenID provider, its address. */
    account: z.string().max(500).default(""),
    platform_id: z.string().max(255),
  });

export const ChatCodeFields = () =>
  z.strictObject({
    code: z.string().min(1, "it is the code that was said in the chat").max(40),
    /** Only tells whose code it is. */
    check: z.boolean().default(false),
  });

export const IdentityFields = () =>
  IdentityKeyFields().extend({
    /** The platform's own id, which stays when names change. */
    platform_id: z.string().min(1).max(255),
    name: z.string().max(100).default("").transform(oneName),
  });

export const LinkCodeShape = () => z.object({ code: z.string(), expires_at: time() });

export type Identity = JsonOf<typeof IdentityShape>;
export type LinkedIdentity = JsonOf<typeof LinkedIdentityShape>;
export type LinkCode = JsonOf<typeof LinkCodeShape>;

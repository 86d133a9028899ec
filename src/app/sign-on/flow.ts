/** An OpenID provider, the state of a sign-in with it, and what it says of a person. */
import { z } from "zod";

export interface Provider {
  issuer: string;
  client_id: string;
  /** Undefined for a public client, which proves itself by PKCE alone. */
  client_secret: string | undefined;
}

/** State that is needed again when they come back. The browser keeps it, where no script and no other site can read it. */
export const FlowShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The signed-in person who links the account with themselves; null if they sign in. */
  link: z.string().nullable(),
  /** Path to go to once they have signed in. */
  back: z.string().default("/"),
});
export type Flow = z.output<typeof FlowShape>;

export const ClaimsShape = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});
export type Claims = z.output<typeof ClaimsShape>;

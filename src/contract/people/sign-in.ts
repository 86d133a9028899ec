/** Signing in: by a password, an invite code, a one-time link, a provider or a proxy. */
import { z } from "zod";
import { LONGEST } from "../../people/passwords/rules.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";
import { personName, role, username } from "./people.ts";

const password = () => z.string().max(LONGEST * 4);

export const SignedInShape = namedSchema("SignedIn", () =>
  z.object({ owner: z.string(), role: role(), name: z.string() }),
);

export const LoginFields = () =>
  z.object({
    username: z.string().trim().min(1).max(100),
    password: password().min(1),
  });

const code = () => z.string().trim().min(1).max(300);

export const JoinFields = () =>
  z.object({
    /** The code as it was given out, or the whole link. */
    code: code(),
    username: username(),
    password: password(),
    /** The name that agents and others use; the username by default. */
    name: personName().optional(),
  });

export const VisitFields = () =>
  z.object({
    /** The code as it was given out, or the whole link. */
    code: code(),
    /** The name that agents and others use. */
    name: personName().optional(),
  });

/** `username` is only for a person who has none yet: they sign in with it and the password from then on. */
const NewPasswordFields = () => z.object({ new_password: password(), username: username().optional() });

export const PasswordFields = () => NewPasswordFields().extend({ current_password: password().optional() });

export const ResetFields = () => NewPasswordFields().extend({ token: z.string().max(200) });

/**
 * A name that a proxy in front has signed in, and that no person here has. `signed_in`: the person with a session in
 * this browser, with whom `POST /auth/proxy` links the name.
 */
const UnknownByProxyShape = () => z.object({ name: z.string(), signed_in: z.string().nullable() });

export const SignInWaysShape = () =>
  z.object({
    oidc: z.object({ name: z.string(), url: z.string() }).nullable(),
    proxy: UnknownByProxyShape().nullable(),
  });

export const InviteCheckShape = () => z.object({ role: role() });

export const ResetCheckShape = () => z.object({ username: z.string().nullable(), name: z.string() });

export const PasswordStateShape = () => z.object({ username: z.string().nullable(), is_set: z.boolean() });

export const OneTimeLinkShape = () => z.object({ url: z.url(), expires_at: time() });

export const AccountLinkShape = () => z.object({ url: z.url() });

export type SignedIn = JsonOf<typeof SignedInShape>;
export type JoinFields = SchemaInput<typeof JoinFields>;
export type NewPasswordFields = SchemaInput<typeof NewPasswordFields>;
export type PasswordFields = SchemaInput<typeof PasswordFields>;
export type InviteCheck = JsonOf<typeof InviteCheckShape>;
export type ResetCheck = JsonOf<typeof ResetCheckShape>;
export type PasswordState = JsonOf<typeof PasswordStateShape>;
export type OneTimeLink = JsonOf<typeof OneTimeLinkShape>;
export type AccountLink = JsonOf<typeof AccountLinkShape>;
export type UnknownByProxy = JsonOf<typeof UnknownByProxyShape>;
export type SignInWays = JsonOf<typeof SignInWaysShape>;

/** Connected apps: those of a person, what one asks for, and the decision about it; beside them OAuth's own answers. */
import { z } from "zod";
import { APP_SCOPES, type AppScope } from "../../people/connected-app.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const ConnectedAppShape = namedSchema("ConnectedApp", () =>
  z.object({
    id: z.string(),
    /** The name that it gives itself. */
    name: z.string(),
    /** The host, this computer, or the app's scheme, to which its person was sent back. */
    place: z.string(),
    scopes: z.array(z.enum(APP_SCOPES)),
    created_at: time(),
    last_used_at: time().nullable(),
  }),
);

const query = z.string().max(8_000);

/** The query of the address at which the app asked, as it came. */
export const AppRequestFields = () => z.object({ query });

/** No scopes: the app is not let in. */
export const AppDecisionFields = () => z.object({ query, scopes: z.array(z.enum(APP_SCOPES)) });

export const AppRequestShape = namedSchema("ConnectedAppRequest", () =>
  z.object({
    /** Set: the request is not one that could be allowed, and the app is told so there. */
    redirect_to: z.string().nullable(),
    /** The name that it gives itself. */
    name: z.string(),
    /** Host of the page that describes the app, which its name comes from; null for one that registered itself. */
    described_at: z.string().nullable(),
    place: z.object({ kind: z.enum(["site", "computer", "app"]), name: z.string() }),
    scopes: z.array(z.enum(APP_SCOPES)),
  }),
);

export const AppDecisionShape = () => z.object({ redirect_to: z.string() });

export type ConnectedApp = JsonOf<typeof ConnectedAppShape>;
export type { AppScope };
export type AppRequest = JsonOf<typeof AppRequestShape>;

/** An error of OAuth, in its own form. */
export const OAuthErrorShape = namedSchema("OAuthError", () =>
  z.object({ error: z.string(), error_description: z.string() }),
);

export const TokenShape = namedSchema("OAuthToken", () =>
  z.object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.number(),
    refresh_token: z.string(),
    scope: z.string(),
  }),
);

/** Beside these fields, as RFC 7591 has them: `client_id_issued_at`, and of a secret when it expires, in seconds since 1970. */
export const RegistrationShape = namedSchema("OAuthClient", () =>
  z.looseObject({
    client_id: z.string(),
    client_secret: z.string().optional(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
  }),
);

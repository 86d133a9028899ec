/** Routes of OAuth, as its standards have them. What they do is loaded by the first that needs it. */
import { z } from "zod";
import { resourceMetadata, serverMetadata } from "../../../authorization/metadata.ts";
import { OAuthErrorShape, RegistrationShape, TokenShape } from "../../../contract/people/connected-apps.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";

const FORM = ["application/x-www-form-urlencoded"];
/** Clients in a browser come from any origin, and are known by what they send alone. */
const anywhere = { who: "public", origin: "any" } as const;
const CACHED = { "cache-control": "public, max-age=300" };
const RESOURCE = "/.well-known/oauth-protected-resource";

/** Page of the web app on which its person decides. */
const CONSENT_PAGE = "/connect";

const Metadata = () => z.looseObject({});

export const oauthRoutes: Route[] = [
  ...["", "/mcp"].map((path) =>
    defineRoute({
      root: "",
      method: "get",
      path: `${RESOURCE}${path}`,
      policy: anywhere,
      summary: "Says who gives out tokens for the MCP server (RFC 9728).",
      answers: () => ({ 200: Metadata() }),
      handler: ({ req }: ApiContext) => reply(200, resourceMetadata(req.url), CACHED),
    }),
  ),
  defineRoute({
    root: "",
    method: "get",
    path: "/.well-known/oauth-authorization-server",
    policy: anywhere,
    summary: "Describes the authorization server (RFC 8414).",
    answers: () => ({ 200: Metadata() }),
    handler: ({ req }) => reply(200, serverMetadata(req.url), CACHED),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/oauth/authorize",
    policy: { who: "public" },
    summary: "Asks the person whether to let an app in: goes to the page on which they decide.",
    query: () => z.looseObject({}),
    answers: () => ({ 303: "redirect" }),
    handler: (context) => context.redirect(`${CONSENT_PAGE}${new URL(context.req.url).search}`, 303),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/oauth/token",
    policy: anywhere,
    summary: "Gives tokens for a code, or for a refresh token, which is replaced.",
    takes: FORM,
    answers: () => ({ 200: TokenShape(), 400: OAuthErrorShape(), 401: OAuthErrorShape() }),
    handler: async (context) => (await import("../token.ts")).giveTokens(context),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/oauth/revoke",
    policy: anywhere,
    summary: "Ends a token; a refresh token with its app (RFC 7009).",
    takes: FORM,
    answers: () => ({ 200: "empty", 400: OAuthErrorShape(), 401: OAuthErrorShape() }),
    handler: async (context) => (await import("../token.ts")).revokeToken(context),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/oauth/register",
    policy: anywhere,
    summary: "Registers a client (RFC 7591). One that nobody lets in within a day is forgotten.",
    takes: ["application/json"],
    answers: () => ({ 201: RegistrationShape(), 400: OAuthErrorShape(), 503: OAuthErrorShape() }),
    handler: async (context) => (await import("../register.ts")).register(context),
  }),
];

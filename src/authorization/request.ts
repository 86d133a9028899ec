/** An authorization request: the query with which a client sends a person here to be let in. */
import { APP_SCOPES, type AppScope, mcpResource } from "../people/connected-app.ts";
import { type OAuthClient, type OAuthRefusal, type Outcome, refusalOf } from "./client.ts";
import { isRegistered } from "./redirects.ts";

export interface AuthorizationRequest {
  client: OAuthClient;
  redirect_uri: string;
  /** The PKCE challenge, by S256. */
  challenge: string;
  scopes: readonly AppScope[];
  resource: string;
  state: string | null;
}

/** The way back to a client that has proved where it is; its refusals go there too. */
export interface WayBack {
  redirect_uri: string;
  state: string | null;
}

const CHALLENGE = /^[\w-]{43}$/;

/** Address that the person is sent back to. Refused unless it is one of the client's own: then the person is sent nowhere. */
export function wayBackOf(query: URLSearchParams, client: OAuthClient): Outcome<WayBack> {
  const [only, ...more] = client.redirect_uris;
  const given = query.get("redirect_uri") ?? (more.length === 0 ? only : undefined);
  if (given === undefined || !URL.canParse(given) || !isRegistered(given, client.redirect_uris))
    return refusalOf(
      "invalid_request",
      `"${client.name}" asks to go back to an address that it has not registered.`,
    );
  return { ok: true, value: { redirect_uri: given, state: query.get("state") } };
}

/** The request, once the way back is known. `address` is one of this instance. */
export function requestOf(
  query: URLSearchParams,
  { client, back, address }: { client: OAuthClient; back: WayBack; address: string },
): Outcome<AuthorizationRequest> {
  const repeated = [...new Set(query.keys())].find(
    (name) => name !== "resource" && query.getAll(name).length > 1,
  );
  if (repeated !== undefined) return refusalOf("invalid_request", `${repeated} is there more than once.`);
  if (query.get("response_type") !== "code")
    return refusalOf("unsupported_response_type", "response_type: only code is answered.");
  const challenge = query.get("code_challenge") ?? "";
  if (query.get("code_challenge_method") !== "S256" || !CHALLENGE.test(challenge))
    return refusalOf(
      "invalid_request",
      "PKCE is required: a code_challenge with code_challenge_method=S256.",
    );
  const resource = mcpResource(address);
  if (!query.getAll("resource").every((each) => isResource(each, resource)))
    return refusalOf("invalid_target", `resource: only ${resource} is here.`);
  const scopes = scopesOf(query.get("scope"));
  if (scopes.length === 0)
    return refusalOf("invalid_scope", `scope: ask for ${APP_SCOPES.join(", ")}, or leave it out.`);
  return { ok: true, value: { client, ...back, challenge, scopes, resource } };
}

/** Whether a resource indicator (RFC 8707) names that resource, or the whole of its host. */
export function isResource(given: string, resource: string): boolean {
  if (!URL.canParse(given)) return false;
  const { origin, pathname, search, hash } = new URL(given);
  const path = pathname.replace(/\/$/, "");
  const known = new URL(resource);
  return origin === known.origin && search + hash === "" && (path === "" || path === known.pathname);
}

/** Scopes that an app asked for and can have; all scopes where it asks for none. Scopes of other servers are left out. */
export function scopesOf(text: string | null): AppScope[] {
  const asked = (text ?? "").split(" ").filter((word) => word !== "");
  return asked.length === 0 ? [...APP_SCOPES] : APP_SCOPES.filter((scope) => asked.includes(scope));
}

/** The client's address with an answer, which names its issuer (RFC 9207). */
export function redirectTo(back: WayBack, issuer: string, answer: { code: string } | OAuthRefusal): string {
  const url = new URL(back.redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, String(value));
  if (back.state !== null) url.searchParams.set("state", back.state);
  url.searchParams.set("iss", issuer);
  return url.href;
}

/** OAuth sign-in to a server: the SDK's flow (discovery, registration, PKCE, refresh) over the guarded fetch. */
import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { McpServer, OAuthState } from "./store.ts";
import { McpError } from "./wire/refusal.ts";

export interface OAuthDeps {
  fetch: GuardedFetch;
  /** Redirect URL of the sign-in. */
  redirect_url: string;
  /** URL of this client's metadata document, for sign-in servers that read it in place of a registration. HTTPS. */
  client_url?: string | undefined;
  now(): number;
  /** Stores the state of the flow. */
  save(owner: string, name: string, oauth: OAuthState): Promise<void>;
}

/** Beginning of a sign-in, or its end with the code from the sign-in page. */
export type SignInStep = { state: string } | { code: string; iss?: string | undefined };

export type SignIn = { status: "signed_in" } | { status: "redirect"; url: string };

/** ms that the server has to answer with its refusal. */
const PATIENCE = 10_000;
const MAX_CHALLENGE = 4_000;

/** Begins a sign-in, or completes it with the code from the sign-in page. Throws an McpError. */
export async function signIn(deps: OAuthDeps, server: McpServer, step: SignInStep): Promise<SignIn> {
  if ("state" in step) await learnChallenge(deps, server);
  else refuseForeign(server.oauth ?? {}, step.iss);
  const provider = new StoredProvider(deps, server, "state" in step ? step.state : undefined);
  const { auth, extractWWWAuthenticateParams } = await import("@modelcontextprotocol/sdk/client/auth.js");
  const code = "code" in step ? { authorizationCode: step.code } : {};
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(refusalWith(server.oauth?.challenge));
  const wanted = { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope && { scope }) };
  try {
    const result = await auth(provider, {
      serverUrl: server.url,
      fetchFn: guarded(deps),
      ...wanted,
      ...code,
    });
    await provider.store();
    if (result === "AUTHORIZED") return { status: "signed_in" };
  } catch (error) {
    throw new McpError(
      "unauthorized",
      `Signing in failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (provider.url === undefined)
    throw new McpError("unauthorized", "The server named no page to sign in at.");
  return { status: "redirect", url: provider.url };
}

/**
 * Refuses a code from another issuer than the one that was asked, which would otherwise learn it (mix-up attack), and one
 * without a name of a service that always gives its own.
 */
function refuseForeign({ issuer, names_itself }: OAuthState, answered: string | undefined): void {
  if (issuer === undefined || issuer === answered) return;
  if (answered === undefined && !names_itself) return;
  throw new McpError("unauthorized", "Signing in failed: another sign-in service answered than was asked.");
}

/** Provokes a refusal, in which the server says where to sign in. A failure here is no problem: there are defaults. */
async function learnChallenge({ fetch }: OAuthDeps, server: McpServer): Promise<void> {
  if (!server.oauth || server.oauth.challenge !== undefined || server.oauth.tokens) return;
  const hello = { jsonrpc: "2.0", id: 0, method: "ping" };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const init = {
    method: "POST",
    headers,
    body: JSON.stringify(hello),
    signal: AbortSignal.timeout(PATIENCE),
  };
  const answer = await fetch.fetch(server.url, init).catch(() => undefined);
  const challenge = answer?.headers.get("www-authenticate");
  await answer?.body?.cancel();
  if (challenge) server.oauth.challenge = challenge.slice(0, MAX_CHALLENGE);
}

/** True when the server wants more scopes than were granted: a refreshed token would be refused again. */
function wantsMore(oauth: OAuthState): boolean {
  return /\bscope=|insufficient_scope/.test(oauth.challenge ?? "");
}

function refusalWith(challenge: string | undefined): Response {
  return new Response(null, { status: 401, headers: challenge ? { "www-authenticate": challenge } : {} });
}

function guarded({ fetch }: OAuthDeps) {
  return (url: string | URL, init?: RequestInit) => fetch.fetch(url, init);
}

/** OAuth client metadata of this instance. */
export function clientMetadata(redirect_url: string) {
  return {
    client_name: "Nightjar",
    application_type: redirect_url.startsWith("https:") ? "web" : "native",
    redirect_uris: [redirect_url],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}

/** Microsoft Entra's addresses for many tenants (`common`) describe themselves by a pattern: only its host can be compared. */
function isPatternAt(issuer: string, address: string | URL): boolean {
  return (
    issuer.includes("{tenantid}") &&
    URL.canParse(issuer) &&
    new URL(issuer).origin === new URL(address).origin
  );
}

class StoredProvider implements OAuthClientProvider {
  url: string | undefined;
  readonly clientMetadataUrl?: string;
  private readonly deps: OAuthDeps;
  private readonly server: McpServer;
  private readonly oauth: OAuthState;
  private readonly sessionState: string | undefined;

  constructor(deps: OAuthDeps, server: McpServer, state: string | undefined) {
    this.deps = deps;
    this.server = server;
    this.oauth = { ...server.oauth };
    delete this.oauth.refreshing_until;
    this.sessionState = state;
    if (deps.client_url !== undefined) this.clientMetadataUrl = deps.client_url;
    if (state) this.oauth.state = state;
  }

  get redirectUrl() {
    return this.deps.redirect_url;
  }

  get clientMetadata() {
    return clientMetadata(this.deps.redirect_url);
  }

  state() {
    return this.sessionState ?? "";
  }

  clientInformation() {
    return this.oauth.client as OAuthClientInformationMixed | undefined;
  }

  saveClientInformation(client: OAuthClientInformationMixed) {
    this.oauth.client = client;
  }

  tokens() {
    return wantsMore(this.oauth) ? undefined : (this.oauth.tokens as OAuthTokens | undefined);
  }

  /** Keeps the old refresh token when a refresh returns none. */
  saveTokens(tokens: OAuthTokens) {
    this.oauth.tokens = { ...(this.oauth.tokens as object | undefined), ...tokens, at: this.deps.now() };
    delete this.oauth.verifier;
    delete this.oauth.state;
    delete this.oauth.challenge;
  }

  /** Stores only the issuer. Throws when the description is another service's than the one whose address it has. */
  saveDiscoveryState({ authorizationServerMetadata: found, authorizationServerUrl }: OAuthDiscoveryState) {
    const isPattern = found !== undefined && isPatternAt(found.issuer, authorizationServerUrl);
    if (found && !isPattern && withoutSlash(found.issuer) !== withoutSlash(authorizationServerUrl))
      throw new Error(`${authorizationServerUrl} describes itself as ${found.issuer.slice(0, 200)}.`);
    this.oauth.issuer = isPattern ? undefined : found?.issuer;
    this.oauth.names_itself =
      found !== undefined &&
      "authorization_response_iss_parameter_supported" in found &&
      found.authorization_response_iss_parameter_supported === true;
  }

  saveCodeVerifier(verifier: string) {
    this.oauth.verifier = verifier;
  }

  codeVerifier() {
    return this.oauth.verifier ?? "";
  }

  redirectToAuthorization(url: URL) {
    this.url = url.href;
  }

  async store() {
    this.server.oauth = this.oauth;
    await this.deps.save(this.server.owner, this.server.name, this.oauth);
  }
}

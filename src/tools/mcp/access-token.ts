/**
 * Access token of a call. Many servers rotate refresh tokens and revoke the sign-in when one is used twice. So one
 * caller refreshes, under a lease shared by all isolates, and the others wait for its result.
 */
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { type OAuthDeps, signIn } from "./oauth.ts";
import type { McpServer, McpStore, OAuthState } from "./store.ts";
import { McpError } from "./wire/refusal.ts";

export interface AccessDeps extends Omit<OAuthDeps, "save"> {
  store: Pick<McpStore, "get" | "beginRefresh" | "endRefresh">;
  pause(ms: number): Promise<void>;
}

/** Tokens, with the time they were issued. */
interface KeptTokens extends OAuthTokens {
  at?: number;
}

/** ms before the end of a token's life at which it is refreshed. */
const EARLY = 60_000;
/** Lease of a refresh, in ms: longer than the timeout of a sign-in server. */
const GONE_AFTER = 60_000;
/**
 * ms that a call waits for another caller's refresh, and ms between two polls. It polls because the refresh may run in
 * any isolate.
 */
const PATIENCE = 25_000;
const LOOK_EACH = 150;

/** Returns a valid token, refreshed when necessary. Throws an McpError when the person has to sign in again. */
export async function accessToken(deps: AccessDeps, server: McpServer): Promise<string | undefined> {
  if (!server.oauth) return undefined;
  return heldToken(server.oauth, deps.now()) ?? freshToken(deps, server);
}

/** Returns undefined when the token has to be refreshed. */
function heldToken(oauth: OAuthState, now: number): string | undefined {
  const tokens = oauth.tokens as KeptTokens | undefined;
  if (!tokens) throw new McpError("unauthorized", "Nobody has signed in to this server yet.");
  const until = (tokens.at ?? 0) + (tokens.expires_in ?? Number.POSITIVE_INFINITY) * 1000;
  if (until - EARLY > now) return tokens.access_token;
  if (!tokens.refresh_token) throw expired();
  return undefined;
}

async function freshToken(deps: AccessDeps, server: McpServer): Promise<string | undefined> {
  const { store, now } = deps;
  const { owner, name } = server;
  for (const end = now() + PATIENCE; now() < end; await deps.pause(LOOK_EACH)) {
    server.oauth = (await store.get(owner, name))?.oauth ?? null;
    if (!server.oauth) throw new McpError("unauthorized", "Nobody has signed in to this server any more.");
    const held = heldToken(server.oauth, now());
    if (held !== undefined) return held;
    const { refresh_token = "" } = server.oauth.tokens as KeptTokens;
    const turn = { refresh_token, now: now(), until: now() + GONE_AFTER };
    if (await store.beginRefresh(owner, name, turn)) return refresh(deps, server, turn.until);
  }
  throw new McpError(
    "unreachable",
    "The sign-in is being renewed and takes too long. Try again in a minute.",
  );
}

async function refresh(deps: AccessDeps, server: McpServer, until: number): Promise<string | undefined> {
  const before = server.oauth ?? {};
  const end = (oauth: OAuthState) => deps.store.endRefresh(server, until, oauth);
  try {
    const result = await signIn({ ...deps, save: (_owner, _name, oauth) => end(oauth) }, server, {
      state: "",
    });
    if (result.status !== "signed_in") throw expired();
  } catch (problem) {
    await end(before);
    throw problem;
  }
  return (server.oauth?.tokens as KeptTokens | undefined)?.access_token;
}

function expired(): McpError {
  return new McpError("unauthorized", "The sign-in has expired.");
}

/** Connects to a server: fills in its address and keys for the call. */
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { Files } from "../files/port.ts";
import { SECRET, secretsIn } from "./secrets.ts";
import type { McpServer, McpStore } from "./store.ts";
import { McpClient } from "./wire/client.ts";
import type { ServerKind } from "./wire/handshake.ts";
import { McpError } from "./wire/refusal.ts";

export interface McpDeps {
  store: McpStore;
  fetch: GuardedFetch;
  files: Pick<Files, "put">;
  /**
   * Value of `{{secret:NAME}}` in a header; names start with MCP_. Undefined when it is not set or this owner may not
   * use it.
   */
  secret(name: string, owner: string): Promise<string | undefined>;
  /** Returns a valid access token, refreshed when necessary; undefined without OAuth. Throws an McpError. */
  token(server: McpServer): Promise<string | undefined>;
  now(): number;
}

/** Dependencies, with the cache of what each server turned out to be. */
export interface Connecting extends McpDeps {
  kindOf(server: McpServer): ServerKind;
}

/** Throws an McpError. */
export async function connect(deps: Connecting, server: McpServer): Promise<McpClient> {
  const token = await deps.token(server);
  const headers = {
    ...(await filledHeaders(deps, server)),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new McpClient(deps.fetch, { url: server.url, headers }, deps.kindOf(server));
}

async function filledHeaders(
  { secret }: McpDeps,
  { owner, headers }: Pick<McpServer, "owner" | "headers">,
): Promise<Record<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of secretsIn(headers)) {
    const found = await secret(name, owner);
    if (found === undefined) {
      throw new McpError("unauthorized", `The secret ${name} is not set, or is not yours to use.`);
    }
    secrets.set(name, found);
  }
  const filled = (value: string) => value.replace(SECRET, (_, name: string) => secrets.get(name) ?? "");
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
}

/** Stores the server's refusal for the next sign-in: it tells where to sign in and for which scopes. */
export async function refusedBy(deps: McpDeps, { owner, name }: McpServer, error: unknown): Promise<void> {
  const challenge = error instanceof McpError ? error.challenge : undefined;
  if (challenge === undefined) return;
  await deps.store.saveChallenge(owner, name, challenge.slice(0, MAX_CHALLENGE));
}

const MAX_CHALLENGE = 4_000;

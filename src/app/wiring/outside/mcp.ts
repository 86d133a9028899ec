/** MCP servers of this process. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { QuotaEnforcer } from "../../../quotas/quota-enforcer.ts";
import { D1McpStore } from "../../../storage/d1/agents/mcp-servers.ts";
import type { Database } from "../../../storage/d1/database.ts";
import type { People } from "../../../storage/d1/people/people.ts";
import type { Files } from "../../../tools/files/port.ts";
import { accessToken } from "../../../tools/mcp/access-token.ts";
import { createMcp } from "../../../tools/mcp/create-mcp.ts";
import type { OAuthDeps } from "../../../tools/mcp/oauth.ts";
import { createMcpServers } from "../../../tools/mcp/servers.ts";
import type { House } from "../../house.ts";

interface McpParts {
  env: Readonly<Record<string, unknown>>;
  db: Database;
  guard: GuardedFetch;
  files: Files;
  people: Pick<People, "persons">;
  quotas: Pick<QuotaEnforcer, "mcpServers">;
  now(): number;
  pause(ms: number): Promise<void>;
}

const CALLBACK = "/api/v1/mcp-servers/oauth/callback";
const CLIENT = "/api/v1/mcp-servers/oauth/client.json";

/** Sign-in servers can read it only if they can reach it. */
function clientUrl(requestUrl: string): string | undefined {
  const { protocol, hostname, href } = new URL(CLIENT, requestUrl);
  return protocol === "https:" && !hostname.endsWith(".invalid") ? href : undefined;
}

export function wireMcp({
  env,
  db,
  guard,
  files,
  people,
  quotas,
  now,
  pause,
}: McpParts): Pick<House, "mcp" | "mcpServers"> {
  const store = new D1McpStore(db, now);
  const oauth = (requestUrl: string): OAuthDeps => ({
    fetch: guard,
    redirect_url: new URL(CALLBACK, requestUrl).href,
    client_url: clientUrl(requestUrl),
    now,
    save: (owner, name, state) => store.saveOAuth(owner, name, state),
  });
  const mcp = createMcp({
    store,
    fetch: guard,
    files,
    now,
    secret: async (name, owner) => {
      const value = env[name];
      if (typeof value !== "string" || value === "") return undefined;
      const person = await people.persons.get(owner);
      return person?.role === "admin" && person.disabled_at === null ? value : undefined;
    },
    // A refresh sends nobody to a page, so the return address does not matter.
    token: (server) => accessToken({ ...oauth("https://nightjar.invalid/"), store, pause }, server),
  });
  return { mcp, mcpServers: quotas.mcpServers(createMcpServers({ store, mcp, oauth })) };
}

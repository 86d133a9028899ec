/**
 * The client as the protocol's conformance suite drives it: it is given a server's address, signs in as often as it is
 * asked to and may, lists the tools and calls each. See scripts/mcp-conformance.mjs.
 */
import { createGuardedFetch } from "../../../../src/guard/guarded-fetch.ts";
import { type AccessDeps, accessToken } from "../../../../src/tools/mcp/access-token.ts";
import { type OAuthDeps, signIn } from "../../../../src/tools/mcp/oauth.ts";
import type { McpServer } from "../../../../src/tools/mcp/store.ts";
import { type GivenInput, McpClient } from "../../../../src/tools/mcp/wire/client.ts";
import type { McpTool } from "../../../../src/tools/mcp/wire/protocol.ts";
import { McpError } from "../../../../src/tools/mcp/wire/refusal.ts";

const url = process.argv.at(-1) ?? "";
interface Known {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
}
const known = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Known;
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
/** Protocol of the server, kept between calls; the suite's servers answer both greetings. */
const kind = { isSessionless: process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] === "2026-07-28" };
const needsSignIn = scenario.startsWith("auth/");
const { client_id, client_secret } = known;
const signal = AbortSignal.timeout(60_000);
/** Waiting alone keeps no process alive. */
const alive = setInterval(() => undefined, 1_000);

const server: McpServer = {
  owner: "usr_owner",
  name: "suite",
  url,
  enabled: true,
  agents: [],
  longest_call_seconds: 600,
  offers: { resources: false, prompts: [] },
  headers: {},
  oauth: needsSignIn ? { ...(client_id && { client: { client_id, client_secret } }) } : null,
  accepted: [],
  listed: [],
  listed_at: null,
  problem: null,
};
const guard = createGuardedFetch({
  fetch: (address, init) => fetch(address, init),
  allow_hosts: ["localhost", "127.0.0.1"],
});
const deps: OAuthDeps = {
  fetch: guard,
  redirect_url: "http://localhost:3000/callback",
  client_url: "https://conformance-test.local/client-metadata.json",
  now: () => Date.now(),
  save: async () => undefined,
};
const access: AccessDeps = {
  ...deps,
  store: {
    get: async () => server,
    beginRefresh: async () => true,
    endRefresh: async (_server, _until, oauth) => {
      server.oauth = oauth;
    },
  },
  pause: async () => undefined,
};

/** The person: opens the page, and is sent back with a code. */
async function signInAsked(challenge: string | undefined): Promise<void> {
  if (challenge !== undefined) server.oauth = { ...server.oauth, challenge };
  const begun = await signIn(deps, server, { state: "a-state" });
  if (begun.status === "signed_in") return;
  const page = await fetch(begun.url, { redirect: "manual" });
  const back = new URL(page.headers.get("location") ?? "").searchParams;
  await signIn(deps, server, { code: back.get("code") ?? "", iss: back.get("iss") ?? undefined });
}

/** As a person would: signs in again when it is asked for, and gives up the third time. */
async function persistent<T>(act: (client: McpClient) => Promise<T>): Promise<T> {
  for (let refusals = 0; ; refusals++) {
    try {
      const token = await accessToken(access, server);
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return await act(new McpClient(guard, { url, headers }, kind));
    } catch (error) {
      if (!(error instanceof McpError) || error.kind !== "unauthorized" || refusals >= 2) throw error;
      await signInAsked(error.challenge);
    }
  }
}

/** A person who agrees with everything. */
const agreed = { action: "accept", content: { ok: true, confirmed: true, name: "Ada" } };

async function called(tool: Pick<McpTool, "name" | "input">, args: unknown): Promise<void> {
  let given: GivenInput | undefined;
  for (let round = 0; round < 5; round++) {
    const answer = await persistent((client) => client.callTool(tool, args, { signal, given }));
    if (!("input" in answer)) return;
    const responses = Object.fromEntries(Object.keys(answer.input.requests).map((key) => [key, agreed]));
    given = { responses, request_state: answer.input.request_state };
  }
}

const tools = await persistent((client) => client.listTools({ signal }));
const toolNamed = (wanted: string) =>
  tools.find(({ name }) => name === wanted) ?? { name: wanted, input: {} };
for (const { name, input } of known.toolCalls ? [] : tools) {
  const properties = Object.entries((input["properties"] ?? {}) as Record<string, { type?: string }>);
  const filled = ({ type }: { type?: string }) =>
    type === "object" ? (tools[0]?.input ?? {}) : type === "number" ? 2 : "x";
  await called({ name, input }, Object.fromEntries(properties.map(([key, schema]) => [key, filled(schema)])));
}
for (const call of known.toolCalls ?? []) await called(toolNamed(call.name), call.arguments);
clearInterval(alive);

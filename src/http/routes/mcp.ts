/** MCP servers over HTTP: add, look at, sign in to, accept what changed, remove. Their keys are never shown. */
import { z } from "zod";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import { toolStates } from "../../tools/mcp/acceptance.ts";
import { toolName } from "../../tools/mcp/mcp-tool.ts";
import { clientMetadata, type SignIn, signIn } from "../../tools/mcp/oauth.ts";
import type { McpTool } from "../../tools/mcp/protocol.ts";
import type { McpServer } from "../../tools/mcp/store.ts";
import { McpError } from "../../tools/mcp/transport.ts";
import { type ApiContext, type Route, readBody, readChange } from "../api.ts";

const ROOT = "/mcp-servers";
const ONE = `${ROOT}/:name`;

export const mcpRoutes: Route[] = [
  {
    method: "get",
    path: ROOT,
    access: "person",
    summary: "One's MCP servers with their tools.",
    handler: list,
  },
  {
    method: "post",
    path: ROOT,
    access: "person",
    summary: "Adds a server, and asks it for its tools.",
    handler: add,
  },
  {
    method: "get",
    path: `${ROOT}/oauth/callback`,
    access: "public",
    summary: "Where a sign-in page sends people back to; the unguessable state says who it was.",
    handler: callback,
  },
  {
    method: "get",
    path: `${ROOT}/oauth/client.json`,
    access: "public",
    summary: "What a sign-in server may know of this instance as a client.",
    handler: describeClient,
  },
  { method: "get", path: ONE, access: "person", summary: "One server.", handler: read },
  { method: "patch", path: ONE, access: "person", summary: "Changes a server.", handler: change },
  { method: "delete", path: ONE, access: "person", summary: "Removes a server.", handler: remove },
  {
    method: "post",
    path: `${ONE}/refresh`,
    access: "person",
    summary: "Asks the server for its tools again.",
    handler: refresh,
  },
  {
    method: "post",
    path: `${ONE}/accept`,
    access: "person",
    summary: "Accepts new and changed tools: all, or those named.",
    handler: accept,
  },
  {
    method: "post",
    path: `${ONE}/sign-in`,
    access: "person",
    summary: "Begins to sign in with OAuth.",
    handler: begin,
  },
];

const headers = z
  .record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(4000))
  .refine(noReserved, "a reserved header");
const Fields = z.object({
  url: z.string().max(2000),
  headers: headers.default({}),
  agents: z.array(z.string().max(64)).max(100).default([]),
  oauth: z.boolean().default(false),
  enabled: z.boolean().default(true),
});
const New = Fields.extend({
  name: z
    .string()
    .max(24)
    .regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and hyphens"),
});

function noReserved(value: Record<string, string>): boolean {
  return !Object.keys(value).some((name) =>
    /^(host|content-length|content-type|accept|connection|mcp-.*)$/i.test(name),
  );
}

async function list(context: ApiContext): Promise<Response> {
  const servers = await house(context).mcpStore.list(owner(context));
  return context.json({ items: servers.map(shown), next_cursor: null });
}

async function read(context: ApiContext): Promise<Response> {
  return context.json(shown(await existing(context)));
}

async function add(context: ApiContext): Promise<Response> {
  const { name, oauth, ...fields } = await readBody(context, New);
  const { mcpStore, mcp } = house(context);
  checkAddress(context, fields.url);
  if (await mcpStore.get(owner(context), name)) {
    throw new AppError(
      "conflict",
      `There is a server ${name} already. Remove it first, or choose another name.`,
    );
  }
  const fresh: McpServer = { ...fields, ...EMPTY, name, owner: owner(context), oauth: oauth ? {} : null };
  await mcpStore.put(fresh);
  mcp.forget(owner(context));
  // Whoever adds a server sees its tools in this answer; with OAuth there is nobody to ask before the sign-in.
  const asked = oauth ? fresh : await mcp.refresh(fresh);
  const server = { ...asked, accepted: asked.listed };
  await mcpStore.put(server);
  return context.json(shown(server), 201);
}

const EMPTY = { accepted: [], listed: [], listed_at: null, problem: null };

async function change(context: ApiContext): Promise<Response> {
  const { oauth: _fixed, ...fields } = await readChange(context, Fields);
  const before = await existing(context);
  if (fields.url !== undefined) checkAddress(context, fields.url);
  // Another address is another server: what was accepted of the old one, and its keys, mean nothing there.
  const isMoved = fields.url !== undefined && new URL(fields.url).origin !== new URL(before.url).origin;
  const server: McpServer = {
    ...before,
    ...(isMoved ? { ...EMPTY, headers: {}, oauth: before.oauth && {} } : {}),
    ...definedOf(fields),
  };
  // First the old keys go: nobody may bring them to the new address.
  if (isMoved) await house(context).mcpStore.saveOAuth(server.owner, server.name, server.oauth);
  await store(context, server);
  return context.json(shown(server));
}

async function remove(context: ApiContext): Promise<Response> {
  const { name } = await existing(context);
  await house(context).mcpStore.remove(owner(context), name);
  house(context).mcp.forget(owner(context));
  return context.body(null, 204);
}

async function refresh(context: ApiContext): Promise<Response> {
  const server = await house(context).mcp.refresh(await existing(context));
  house(context).mcp.forget(owner(context));
  return context.json(shown(server));
}

async function accept(context: ApiContext): Promise<Response> {
  const { tools } = await readBody(context, z.object({ tools: z.array(z.string()).optional() }));
  const server = await existing(context);
  const isChosen = (tool: McpTool) => tools === undefined || tools.includes(tool.name);
  const chosen = server.listed.filter(isChosen);
  const kept = server.accepted.filter((tool) => !chosen.some(({ name }) => name === tool.name));
  const accepted = { ...server, accepted: [...kept, ...chosen] };
  await store(context, accepted);
  return context.json(shown(accepted));
}

function describeClient(context: ApiContext): Response {
  const { redirect_url } = house(context).mcpOAuth(context.req.url);
  const client_id = new URL(context.req.path, context.req.url).href;
  const client_uri = new URL("/", context.req.url).href;
  return context.json({ client_id, client_uri, ...clientMetadata(redirect_url) });
}

async function begin(context: ApiContext): Promise<Response> {
  const server = await existing(context);
  if (!server.oauth) throw new AppError("conflict", "This server was added without OAuth.");
  const result = await signedIn(context, server, { state: newState(server) });
  house(context).mcp.forget(owner(context));
  return context.json(
    result.status === "redirect" ? { status: "redirect", url: result.url } : { status: "signed_in" },
  );
}

async function callback(context: ApiContext): Promise<Response> {
  const { code, state = "", error } = context.req.query();
  const [who = "", name = ""] = state.split(".");
  const server = await house(context).mcpStore.get(fromBase64Url(who), name);
  if (!server?.oauth?.state || !equal(server.oauth.state, state)) {
    throw new AppError("forbidden", "This sign-in was not begun here, or is over. Begin it again.");
  }
  if (code === undefined)
    throw new AppError("forbidden", `The sign-in page refused: ${(error ?? "no reason").slice(0, 200)}.`);
  await signedIn(context, server, { code });
  const asked = await house(context).mcp.refresh(server);
  const isFirst = asked.accepted.length === 0;
  if (isFirst) await house(context).mcpStore.put({ ...asked, accepted: asked.listed });
  house(context).mcp.forget(server.owner);
  return context.redirect("/");
}

/** What a server says of its failure is its word: a part of it is passed on. */
async function signedIn(
  context: ApiContext,
  server: McpServer,
  step: Parameters<typeof signIn>[2],
): Promise<SignIn> {
  try {
    return await signIn(house(context).mcpOAuth(context.req.url), server, step);
  } catch (cause) {
    if (!(cause instanceof McpError)) throw cause;
    throw new AppError("api_fail", `${server.name}: ${cause.message.slice(0, 300)}`, { cause });
  }
}

function newState({ owner: who, name }: McpServer): string {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return `${toBase64Url(new TextEncoder().encode(who))}.${name}.${toBase64Url(random)}`;
}

async function existing(context: ApiContext): Promise<McpServer> {
  const name = context.req.param("name") ?? "";
  const server = await house(context).mcpStore.get(owner(context), name);
  if (!server) throw new AppError("resource_not_found", `There is no MCP server ${name.slice(0, 40)}.`);
  return server;
}

async function store(context: ApiContext, server: McpServer): Promise<void> {
  await house(context).mcpStore.put(server);
  house(context).mcp.forget(owner(context));
}

function checkAddress(context: ApiContext, url: string): void {
  const screening = house(context).guard.screen(url);
  if (!screening.ok) throw new AppError("malformed_request", screening.reason);
}

function shown(server: McpServer) {
  const { usable, pending } = toolStates(server);
  const tool = ({ name, description, read_only }: McpTool) => ({
    name,
    called: toolName(server.name, name),
    description,
    read_only,
  });
  return {
    name: server.name,
    url: server.url,
    enabled: server.enabled,
    agents: server.agents,
    header_names: Object.keys(server.headers),
    oauth: server.oauth === null ? "none" : server.oauth.tokens ? "signed_in" : "signed_out",
    tools: usable.map(tool),
    pending: pending.map(({ tool: changed, change: what }) => ({ ...tool(changed), change: what })),
    listed_at: server.listed_at && new Date(server.listed_at).toISOString(),
    problem: server.problem,
  };
}

function house(context: ApiContext) {
  return context.get("house");
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function fromBase64Url(text: string): string {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}

function equal(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++)
    difference |= a.charCodeAt(index) ^ (b.charCodeAt(index) || 0);
  return difference === 0;
}

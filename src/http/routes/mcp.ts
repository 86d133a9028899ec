/** MCP servers over HTTP: add, look at, sign in to, accept what changed, remove. Their keys are never shown. */
import { z } from "zod";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import type { McpTool } from "../../tools/mcp/protocol.ts";
import type { McpServer } from "../../tools/mcp/store.ts";
import { type ApiContext, type Route, readBody, readChange } from "../api.ts";
import { iso } from "../query.ts";

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
  const servers = await verbs(context).list(owner(context));
  return context.json({ items: servers.map((server) => shown(context, server)), next_cursor: null });
}

async function read(context: ApiContext): Promise<Response> {
  return context.json(shown(context, await existing(context)));
}

async function add(context: ApiContext): Promise<Response> {
  const fields = await readBody(context, New);
  checkAddress(context, fields.url);
  return context.json(shown(context, await verbs(context).add({ ...fields, owner: owner(context) })), 201);
}

async function change(context: ApiContext): Promise<Response> {
  const { oauth: _fixed, ...fields } = await readChange(context, Fields);
  const before = await existing(context);
  if (fields.url !== undefined) checkAddress(context, fields.url);
  return context.json(shown(context, await verbs(context).change(before, definedOf(fields))));
}

async function remove(context: ApiContext): Promise<Response> {
  await verbs(context).remove(await existing(context));
  return context.body(null, 204);
}

async function refresh(context: ApiContext): Promise<Response> {
  return context.json(shown(context, await verbs(context).refresh(await existing(context))));
}

async function accept(context: ApiContext): Promise<Response> {
  const { tools } = await readBody(context, z.object({ tools: z.array(z.string()).optional() }));
  return context.json(shown(context, await verbs(context).accept(await existing(context), tools)));
}

function describeClient(context: ApiContext): Response {
  const client_id = new URL(context.req.path, context.req.url).href;
  const client_uri = new URL("/", context.req.url).href;
  return context.json({ client_id, client_uri, ...verbs(context).clientMetadata(context.req.url) });
}

async function begin(context: ApiContext): Promise<Response> {
  const begun = await verbs(context).beginSignIn(await existing(context), context.req.url);
  return context.json(begun);
}

async function callback(context: ApiContext): Promise<Response> {
  const { code, state = "", error } = context.req.query();
  await verbs(context).endSignIn({ code, state, error }, context.req.url);
  return context.redirect("/");
}

function existing(context: ApiContext): Promise<McpServer> {
  return verbs(context).get(owner(context), context.req.param("name") ?? "");
}

function checkAddress(context: ApiContext, url: string): void {
  const screening = context.get("house").guard.screen(url);
  if (!screening.ok) throw new AppError("malformed_request", screening.reason);
}

function shown(context: ApiContext, server: McpServer) {
  const { usable, pending } = verbs(context).toolStates(server);
  const tool = ({ name, description, read_only }: McpTool) => ({
    name,
    called: verbs(context).toolName(server, name),
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
    listed_at: server.listed_at && iso(server.listed_at),
    problem: server.problem,
  };
}

function verbs(context: ApiContext) {
  return context.get("house").mcpServers;
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

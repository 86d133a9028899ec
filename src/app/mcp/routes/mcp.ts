/** MCP servers over HTTP: add, read, sign in, accept changes, remove. Their keys are never shown. */
import { z } from "zod";
import {
  ArgumentKindsBody,
  McpServerShape,
  NewServerBody,
  ServerFields,
  SignInShape,
} from "../../../contract/agents/mcp.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { secretsIn } from "../../../tools/mcp/secrets.ts";
import { argumentsOf } from "../../../tools/mcp/sinks.ts";
import type { McpServer } from "../../../tools/mcp/store.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { isFromWebApp } from "../../http/authentication/authenticate.ts";
import { cookieOf, dropCookie, putCookie } from "../../http/authentication/cookies.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { changesOf, nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";

/** Cookie of a browser that has begun a sign-in; it must bring it back at the end. */
const SIGN_IN_COOKIE = "nightjar_mcp_sign_in";
/** Time to type a password and a second factor. */
const SIGN_IN_MS = 15 * 60_000;

const ROOT = "/mcp-servers";
const ONE = `${ROOT}/:name`;

const Change = () => changesOf(ServerFields());

const one = () => ({ 200: McpServerShape() });
const params = () => z.object({ name: z.string().max(64) });
const READ = { who: "member", scope: "read" } as const;
const WRITE = { who: "member", scope: "write" } as const;

export const mcpRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: ROOT,
    policy: READ,
    summary: "One's MCP servers with their tools.",
    answers: () => ({ 200: listOf(McpServerShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "post",
    path: ROOT,
    policy: WRITE,
    summary: "Adds a server, and asks it for its tools.",
    body: NewServerBody,
    answers: () => ({ 201: McpServerShape() }),
    handler: (context, { body }) => add(context, body),
  }),
  defineRoute({
    method: "get",
    path: `${ROOT}/oauth/callback`,
    policy: { who: "public" },
    summary:
      "Where a sign-in page sends people back to: good for who began the sign-in, in the same browser.",
    // Sign-in servers add parameters of their own.
    query: () =>
      z.looseObject({
        code: z.string().optional(),
        state: z.string().default(""),
        iss: z.string().optional(),
        error: z.string().optional(),
      }),
    answers: () => ({ 302: "redirect" }),
    handler: (context, { query }) => callback(context, query),
  }),
  defineRoute({
    method: "get",
    path: `${ROOT}/oauth/client.json`,
    policy: { who: "public" },
    summary: "What a sign-in server may know of this instance as a client.",
    answers: () => ({ 200: z.looseObject({ client_id: z.string(), client_uri: z.string() }) }),
    handler: describeClient,
  }),
  defineRoute({
    method: "get",
    path: ONE,
    policy: READ,
    summary: "One server.",
    params,
    answers: one,
    handler: async (context, { params: { name } }) =>
      reply(200, shown(context, await existing(context, name))),
  }),
  defineRoute({
    method: "patch",
    path: ONE,
    policy: WRITE,
    summary: "Changes a server.",
    params,
    body: Change,
    answers: one,
    handler: (context, { params: { name }, body }) => change(context, name, body),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: WRITE,
    summary: "Removes a server.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { name } }) => remove(context, name),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/refresh`,
    policy: WRITE,
    summary: "Asks the server for its tools again.",
    params,
    body: nothing,
    answers: one,
    handler: (context, { params: { name } }) => refresh(context, name),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/accept`,
    policy: WRITE,
    summary: "Accepts new and changed tools: all, or those named.",
    params,
    body: () => z.object({ tools: z.array(z.string()).optional() }),
    answers: one,
    handler: (context, { params: { name }, body }) => accept(context, name, body.tools),
  }),
  defineRoute({
    method: "put",
    path: `${ONE}/arguments`,
    policy: WRITE,
    summary: "Corrects what a tool's arguments count as, on which it depends when agents ask.",
    params,
    body: ArgumentKindsBody,
    answers: one,
    handler: async (context, { params: { name }, body }) =>
      reply(
        200,
        shown(context, await verbs(context).correct(await existing(context, name), body.tool, body.kinds)),
      ),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/sign-in`,
    policy: WRITE,
    summary: "Begins to sign in with OAuth.",
    params,
    body: nothing,
    answers: () => ({ 200: SignInShape() }),
    handler: (context, { params: { name } }) => begin(context, name),
  }),
];

async function list(context: ApiContext) {
  const servers = await verbs(context).list(owner(context));
  return reply(200, { items: servers.map((server) => shown(context, server)), next_cursor: null });
}

async function add(context: ApiContext, body: SchemaOutput<typeof NewServerBody>) {
  const { client_id, client_secret, ...fields } = body;
  checkAddress(context, fields.url);
  checkSecrets(context, fields.headers);
  const client = clientOf({ client_id, client_secret, oauth: fields.oauth });
  return reply(201, shown(context, await verbs(context).add({ ...fields, client, owner: owner(context) })));
}

function clientOf({
  client_id,
  client_secret,
  oauth,
}: Pick<SchemaOutput<typeof NewServerBody>, "client_id" | "client_secret" | "oauth">) {
  if (client_id === undefined && client_secret === undefined) return undefined;
  if (client_id === undefined)
    throw new AppError("malformed_request", "client_id: a client secret belongs to a client ID. Enter both.");
  if (!oauth)
    throw new AppError("malformed_request", "client_id: only for servers with a sign-in page (oauth).");
  return { client_id, ...(client_secret !== undefined && { client_secret }) };
}

async function change(context: ApiContext, name: string, body: SchemaOutput<typeof Change>) {
  const { oauth: _fixed, ...fields } = body;
  const before = await existing(context, name);
  if (fields.url !== undefined) checkAddress(context, fields.url);
  checkSecrets(context, fields.headers ?? {});
  return reply(200, shown(context, await verbs(context).change(before, definedOf(fields))));
}

async function remove(context: ApiContext, name: string): Promise<Response> {
  await verbs(context).remove(await existing(context, name));
  return context.body(null, 204);
}

async function refresh(context: ApiContext, name: string) {
  return reply(200, shown(context, await verbs(context).refresh(await existing(context, name))));
}

async function accept(context: ApiContext, name: string, tools?: string[]) {
  return reply(200, shown(context, await verbs(context).accept(await existing(context, name), tools)));
}

function describeClient(context: ApiContext) {
  const client_id = new URL(context.req.path, context.req.url).href;
  const client_uri = new URL("/", context.req.url).href;
  return reply(200, { client_id, client_uri, ...verbs(context).clientMetadata(context.req.url) });
}

async function begin(context: ApiContext, name: string) {
  const server = await existing(context, name);
  const keep = (state: string) => {
    const expires = new Date(servicesOf(context).now() + SIGN_IN_MS);
    putCookie(context, { name: SIGN_IN_COOKIE, value: state, expires });
  };
  const isBrowser = isFromWebApp(context);
  return reply(200, await verbs(context).beginSignIn(server, context.req.url, isBrowser ? keep : undefined));
}

interface Called {
  code?: string | undefined;
  state: string;
  iss?: string | undefined;
  error?: string | undefined;
}

async function callback(context: ApiContext, { code, state, iss, error }: Called): Promise<Response> {
  const by = (await context.get("asking")())?.owner;
  const expected_state = cookieOf(context, SIGN_IN_COOKIE)?.value;
  await verbs(context).endSignIn({ code, state, iss, error, by, expected_state }, context.req.url);
  dropCookie(context, SIGN_IN_COOKIE);
  return context.redirect("/");
}

function existing(context: ApiContext, name: string): Promise<McpServer> {
  return verbs(context).get(owner(context), name);
}

function checkAddress(context: ApiContext, url: string): void {
  const screening = servicesOf(context).guard.screen(url);
  if (!screening.ok) throw new AppError("malformed_request", screening.reason);
}

/** Refuses secrets of the operator: whoever may add a server could have them sent to it. */
function checkSecrets(context: ApiContext, headers: Record<string, string>): void {
  const [name] = secretsIn(headers);
  if (name === undefined || context.get("principal").role === "admin") return;
  throw new AppError(
    "forbidden",
    `${name} is a secret of the instance, which admins alone may refer to. Give the key itself, or ask an admin.`,
  );
}

function signInOf({ oauth }: McpServer): "none" | "signed_in" | "signed_out" {
  if (oauth === null) return "none";
  return oauth.tokens ? "signed_in" : "signed_out";
}

function shown(context: ApiContext, server: McpServer) {
  const { usable, pending } = verbs(context).toolStates(server);
  const tool = ({ name, description, read_only, input }: McpServer["listed"][number]) => ({
    arguments: argumentsOf({ input }).map((each) => ({
      ...each,
      corrected: server.argument_kinds?.[name]?.[each.path] ?? null,
    })),
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
    longest_call_seconds: server.longest_call_seconds,
    oauth: signInOf(server),
    tools: usable.map(tool),
    pending: pending.map(({ tool: changed, change: what }) => ({ ...tool(changed), change: what })),
    left_out: server.offers.left_out ?? [],
    listed_at: server.listed_at === null ? null : iso(server.listed_at),
    problem: server.problem,
  };
}

function verbs(context: ApiContext) {
  return servicesOf(context).mcpServers;
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

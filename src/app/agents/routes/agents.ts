/** Agents: create, read, change, remove, and exchange as Markdown files. */
import { z } from "zod";
import { agentFile, parseAgentFile } from "../../../agents/agent-file.ts";
import { type AgentFields, changeFields, completeFields, slugSchema } from "../../../agents/fields.ts";
import { inOrderOfUse } from "../../../agents/order-of-use.ts";
import {
  AgentShape,
  AgentsShape,
  NewAgentBody,
  ShownAgentShape,
  WholeAgentBody,
} from "../../../contract/agents/agents.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { type Agent, DEFAULT_AGENT, mayEditAgent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { Revision } from "../../../domain/revision.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { changedMeanwhile } from "../../http/editable.ts";
import { removePictures } from "../../http/pictures.ts";
import { reply } from "../../http/reply.ts";
import { changesOf } from "../../http/schemas.ts";
import { versionTag } from "../../http/versions.ts";
import { servicesOf } from "../services.ts";
import { agentParams, editableAgent, isVisible, restrictFields, visibleAgent } from "./access.ts";
import { savedWithOwnPicture, showPicture } from "./picture.ts";

const MAX_FILE_CHARACTERS = 200_000;

const ImportQuery = () =>
  z.object({ slug: slugSchema().optional(), replace: z.enum(["true", "false"]).default("false") });

export const agentRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/agents",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The agents that one may talk to; whole where one may change them.",
    answers: () => ({ 200: AgentsShape() }),
    handler: list,
  }),
  defineRoute({
    method: "post",
    path: "/agents",
    policy: { who: "member", scope: "write" },
    summary: "Makes an agent; a member's is their own.",
    body: NewAgentBody,
    answers: () => ({ 201: AgentShape() }),
    handler: (context, { body: { slug, ...fields } }) => createAgent(context, slug, completeFields(fields)),
  }),
  defineRoute({
    method: "post",
    path: "/agents/import",
    policy: { who: "member", scope: "write" },
    summary:
      "Makes an agent of a Markdown file; with `replace=true` also a new version of one that is there.",
    query: ImportQuery,
    takes: ["text/markdown"],
    answers: () => ({ 200: AgentShape(), 201: AgentShape() }),
    handler: (context, { query }) => importFile(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/agents/:slug",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "One agent. As a Markdown file with `.md` after its slug, or where `text/markdown` is accepted.",
    params: agentParams,
    answers: () => ({ 200: [ShownAgentShape(), "file"] }),
    handler: (context, { params: { slug } }) => read(context, slug),
  }),
  defineRoute({
    method: "get",
    path: "/agents/:slug/picture",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "An agent's picture.",
    params: agentParams,
    answers: () => ({ 200: "file" }),
    handler: (context, { params: { slug } }) => showPicture(context, slug),
  }),
  defineRoute({
    method: "put",
    path: "/agents/:slug",
    policy: { who: "member", scope: "write" },
    summary: "Replaces an agent. `If-Match` or `version` say of which version; another one is a conflict.",
    params: agentParams,
    body: WholeAgentBody,
    answers: () => ({ 200: AgentShape() }),
    handler: (context, { params: { slug }, body }) => replace(context, slug, body),
  }),
  defineRoute({
    method: "patch",
    path: "/agents/:slug",
    policy: { who: "member", scope: "write" },
    summary: "Edits an agent: what the body does not name stays. `If-Match` or `version` as with `PUT`.",
    params: agentParams,
    body: () => changesOf(WholeAgentBody()),
    answers: () => ({ 200: AgentShape() }),
    handler: (context, { params: { slug }, body }) => edit(context, slug, body),
  }),
  defineRoute({
    method: "delete",
    path: "/agents/:slug",
    policy: { who: "member", scope: "write" },
    summary: "Removes an agent with all its versions.",
    params: agentParams,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { slug } }) => remove(context, slug),
  }),
];

async function list(context: ApiContext) {
  const principal = context.get("principal");
  const { agents, rooms, preferenceCache } = servicesOf(context);
  const [all, places, { default_agent }] = await Promise.all([
    agents.list(),
    rooms.list(),
    preferenceCache.get(principal.owner),
  ]);
  const seen = all.filter((agent) => isVisible(agent, principal));
  const usual = [default_agent, DEFAULT_AGENT].find((slug) => seen.some((agent) => agent.slug === slug));
  const { ordered, in_rooms } = inOrderOfUse(seen, { usual, places, owner: principal.owner });
  const items = ordered.map((agent) => shown(agent, principal));
  return reply(200, { items, next_cursor: null, default: usual ?? null, in_rooms });
}

async function read(context: ApiContext, named: string) {
  const slug = named.replace(/\.md$/, "");
  const isFile = slug !== named || /\btext\/markdown\b/.test(context.req.header("accept") ?? "");
  if (!isFile) {
    const seen = await visibleAgent(context, slug);
    return reply(200, shown(seen, context.get("principal")), versionTag(seen));
  }
  const agent = await editableAgent(context, slug);
  const headers = {
    "content-type": "text/markdown; charset=utf-8",
    "content-disposition": `attachment; filename="${agent.slug}.md"`,
  };
  return context.body(agentFile(agent), 200, headers);
}

export async function createAgent(context: ApiContext, slug: string, given: AgentFields) {
  const principal = context.get("principal");
  const { agents, agentCache } = servicesOf(context);
  const save = (fields: AgentFields) => agents.create(slug, fields, principal.owner);
  const agent = await savedWithOwnPicture(context, { slug, fields: restrictFields(principal, given) }, save);
  agentCache.forget(slug);
  return reply(201, agent, versionTag(agent));
}

type Whole = SchemaOutput<typeof WholeAgentBody>;

async function replace(context: ApiContext, slug: string, body: Whole) {
  const { slug: named, version, ...fields } = body;
  const agent = await editableAgent(context, slug, version);
  return save(context, agent, completeFields(fieldsFor(named, slug, fields)));
}

async function edit(context: ApiContext, slug: string, body: Partial<Whole>) {
  const { slug: named, version, ...change } = body;
  const agent = await editableAgent(context, slug, version);
  return save(context, agent, changeFields(agent, fieldsFor(named, slug, change)));
}

/** A slug never changes: everything else knows the agent by it. */
function fieldsFor<T>(named: string | undefined, slug: string, fields: T): T {
  if (named === undefined || named === slug) return fields;
  throw new AppError("malformed_request", `slug: it stays "${slug}". Make another agent under the new one.`);
}

async function save(context: ApiContext, agent: Agent, given: AgentFields) {
  const principal = context.get("principal");
  const revision = { change: "edited", by: principal.owner } as const;
  const wish = { slug: agent.slug, fields: restrictFields(principal, given, agent) };
  const saved = await savedWithOwnPicture(context, wish, (fields) =>
    updateAgent(context, agent, { fields, ...revision }),
  );
  return reply(200, saved, versionTag(saved));
}

/** Throws an AppError when somebody else changed the agent first. */
export async function updateAgent(
  context: ApiContext,
  agent: Agent,
  { fields, ...revision }: Revision & { fields: AgentFields },
): Promise<Agent> {
  const { agents, agentCache } = servicesOf(context);
  const saved = await agents.update(agent, fields, revision);
  agentCache.forget(agent.slug);
  if (!saved) throw changedMeanwhile("agent", (await agents.get(agent.slug)) ?? agent);
  return saved;
}

async function importFile(context: ApiContext, query: { slug?: string | undefined; replace: string }) {
  const text = await context.req.text();
  if (text.length > MAX_FILE_CHARACTERS)
    throw new AppError("payload_too_large", `An agent's file has at most ${MAX_FILE_CHARACTERS} characters.`);
  const parsed = parseAgentFile(text, "The file");
  const slug = query.slug ?? parsed.slug;
  if (slug === undefined)
    throw new AppError(
      "malformed_request",
      "The file names no slug: write it into the front matter, or add ?slug=.",
    );
  const fields = ownedBy(context.get("principal"), parsed.fields);
  const existing = await servicesOf(context).agents.get(slug);
  if (!existing || query.replace !== "true") return createAgent(context, slug, fields);
  return save(context, await editableAgent(context, slug), fields);
}

/** A file may come from another instance: an agent that a member imports belongs to the member, and is for them alone. */
export function ownedBy(principal: Principal, fields: AgentFields): AgentFields {
  if (principal.role === "admin") return fields;
  return { ...fields, owner: principal.owner, audience: [], conductor: false, picture: null };
}

async function remove(context: ApiContext, slug: string): Promise<Response> {
  const agent = await editableAgent(context, slug);
  const { agents, agentCache } = servicesOf(context);
  const isGone = await agents.remove(agent);
  agentCache.forget(slug);
  if (!isGone) throw changedMeanwhile("agent", (await agents.get(slug)) ?? agent);
  await removePictures(context, `agent:${slug}`);
  return context.body(null, 204);
}

/** Only the agent's keeper sees its instructions: others see who it is. */
function shown(agent: Agent, principal: Principal) {
  const { slug, name, role, models, picture, color } = agent;
  return mayEditAgent(agent, principal) ? agent : { slug, name, role, models, picture, color };
}

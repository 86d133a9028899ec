/** The instance itself: health, what runs now, what it costs, which agents and models there are. */
import { z } from "zod";
import { monitorStub } from "../../../durable-objects/stubs.ts";
import { type Agent, noSuchAgent } from "../../domain/agent.ts";
import { AppError } from "../../domain/errors.ts";
import type { ProviderListing } from "../../providers/listings.ts";
import { AgentFields } from "../../storage/d1/agents/agents.ts";
import { type ApiContext, type Route, readBody, readChange, readQuery } from "../api.ts";

const CostQuery = z.object({
  period: z.enum(["today", "week", "month", "all"]).default("month"),
  by: z.enum(["model", "agent", "user", "conversation", "day"]).default("model"),
});

export const instanceRoutes: Route[] = [
  {
    method: "get",
    path: "/health",
    access: "public",
    summary: "Whether the instance answers.",
    handler: (context) => context.json({ status: "ok" }),
  },
  { method: "get", path: "/status", access: "person", summary: "Health and counts.", handler: status },
  {
    method: "get",
    path: "/monitor",
    access: "person",
    summary: "The turns that run or wait now.",
    handler: monitor,
  },
  { method: "get", path: "/cost", access: "person", summary: "What models have cost.", handler: cost },
  {
    method: "get",
    path: "/models",
    access: "person",
    summary: "The models of the catalog.",
    handler: models,
  },
  {
    method: "get",
    path: "/providers",
    access: "admin",
    summary: "Providers and the state of their accounts.",
    handler: providers,
  },
  { method: "get", path: "/agents", access: "person", summary: "The agents.", handler: listAgents },
  { method: "get", path: "/agents/:slug", access: "person", summary: "One agent.", handler: readAgent },
  { method: "post", path: "/agents", access: "admin", summary: "Makes an agent.", handler: createAgent },
  {
    method: "put",
    path: "/agents/:slug",
    access: "admin",
    summary: "Replaces an agent.",
    handler: replaceAgent,
  },
  {
    method: "patch",
    path: "/agents/:slug",
    access: "admin",
    summary: "Edits an agent: what the body does not name stays.",
    handler: editAgent,
  },
  {
    method: "delete",
    path: "/agents/:slug",
    access: "admin",
    summary: "Removes an agent.",
    handler: removeAgent,
  },
];

async function status(context: ApiContext): Promise<Response> {
  const { conversations, models, accounts, now, env } = context.get("house");
  const { owner, role } = context.get("principal");
  const [counts, live] = await Promise.all([
    conversations.counts(),
    monitorStub(env, owner).live(),
    accounts.ready(),
  ]);
  return context.json({
    status: "ok",
    version: VERSION,
    time: new Date(now()).toISOString(),
    default_model: models.defaultModel(),
    fast_model: models.fastModel(),
    counts: { ...counts, live_turns: live.length },
    // What waits for the operator to mend it.
    problems: role === "admin" ? refusedKeys(models.providers()) : [],
  });
}

function refusedKeys(providers: readonly ProviderListing[]): string[] {
  return providers.flatMap(({ label, accounts }) =>
    accounts.flatMap(({ label: account, state }) =>
      state.disabled
        ? [`${label} refused the key of the account "${account}": ${state.disabled.reason}`]
        : [],
    ),
  );
}

const VERSION = "0.1.0";

async function monitor(context: ApiContext): Promise<Response> {
  const items = await monitorStub(context.get("house").env, context.get("principal").owner).live();
  return context.json({ items, next_cursor: null });
}

async function cost(context: ApiContext): Promise<Response> {
  const { period, by } = readQuery(context, CostQuery);
  const principal = context.get("principal");
  const { costs, now } = context.get("house");
  const items = await costs.sum(principal.role === "admin" ? null : principal.owner, { period, by }, now());
  const total_usd = items.reduce((sum, item) => sum + item.cost_usd, 0);
  const unpriced_calls = items.reduce((sum, item) => sum + item.unpriced_calls, 0);
  const estimated_calls = items.reduce((sum, item) => sum + item.estimated_calls, 0);
  const sums = { total_usd, unpriced_calls, estimated_calls };
  return context.json({ period, by, ...sums, items, next_cursor: null });
}

function models(context: ApiContext): Response {
  const house = context.get("house");
  const items = house.models.list().map((model) => ({ ...model, name: model.label }));
  return context.json({
    items,
    default: house.models.defaultModel(),
    fast: house.models.fastModel(),
    next_cursor: null,
  });
}

function providers(context: ApiContext): Response {
  return context.json({ items: context.get("house").models.providers(), next_cursor: null });
}

async function listAgents(context: ApiContext): Promise<Response> {
  const items = (await context.get("house").agents.list()).map((agent) => shown(context, agent));
  return context.json({ items, next_cursor: null });
}

async function readAgent(context: ApiContext): Promise<Response> {
  return context.json(shown(context, await existing(context)));
}

async function createAgent(context: ApiContext): Promise<Response> {
  const { slug, ...fields } = await readBody(context, AgentFields.extend({ slug: z.string() }));
  return context.json(await context.get("house").agents.create(slug, fields), 201);
}

async function replaceAgent(context: ApiContext): Promise<Response> {
  const { slug } = await existing(context);
  return changed(context, slug, await readBody(context, AgentFields));
}

async function editAgent(context: ApiContext): Promise<Response> {
  const { slug, version: _version, ...fields } = await existing(context);
  const change = await readChange(context, AgentFields);
  const limits = { ...fields.limits, ...change.limits };
  return changed(context, slug, AgentFields.parse({ ...fields, ...change, limits }));
}

async function changed(context: ApiContext, slug: string, fields: AgentFields): Promise<Response> {
  const { agents, agentCache } = context.get("house");
  const agent = await agents.update(slug, fields);
  agentCache.forget(slug);
  if (!agent) throw missing(slug);
  return context.json(agent);
}

async function removeAgent(context: ApiContext): Promise<Response> {
  const { agents, agentCache } = context.get("house");
  const { slug } = await existing(context);
  await agents.remove(slug);
  agentCache.forget(slug);
  return context.body(null, 204);
}

async function existing(context: ApiContext): Promise<Agent> {
  const slug = context.req.param("slug") ?? "";
  const agent = await context.get("house").agents.get(slug);
  if (!agent) throw missing(slug);
  return agent;
}

function missing(slug: string): AppError {
  return new AppError("resource_not_found", noSuchAgent(slug));
}

/** Instructions are the operator's: others see who an agent is. */
function shown(context: ApiContext, agent: Agent) {
  const { slug, name, role, models } = agent;
  return context.get("principal").role === "admin" ? agent : { slug, name, role, models };
}

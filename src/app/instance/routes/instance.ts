/** The instance itself: health, what runs now, which models there are. */
import { z } from "zod";
import { MonitorShape, StatusShape } from "../../../contract/instance/instance.ts";
import {
  ChosenModelsFields,
  ChosenModelsShape,
  ModelShape,
  ModelsShape,
  PriceFields,
  ProviderShape,
} from "../../../contract/instance/models.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ProviderListing } from "../../../providers/listings.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { monitorStub } from "../../objects/stubs.ts";
import { VERSION } from "../../version.ts";
import { stateView } from "../account-state.ts";
import { servicesOf } from "../services.ts";
import { factsOf } from "../status.ts";

export const instanceRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/health",
    policy: { who: "public" },
    summary: "Whether the instance answers.",
    answers: () => ({ 200: z.object({ status: z.literal("ok") }) }),
    handler: () => reply(200, { status: "ok" }),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/metrics",
    policy: { who: "admin", scope: ["read", "admin"] },
    summary:
      "Counters for Prometheus, as text, with METRICS=true; `apps=true` asks everybody's objects for open apps too.",
    query: () => z.object({ apps: flag }),
    answers: () => ({ 200: "file" }),
    handler: async (context, { query }) => (await import("../metrics.ts")).metrics(context, query.apps),
  }),
  defineRoute({
    method: "get",
    path: "/status",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Health and counts.",
    answers: () => ({ 200: StatusShape() }),
    handler: status,
  }),
  defineRoute({
    method: "get",
    path: "/monitor",
    policy: { who: "person", scope: "read" },
    summary:
      "The turns that run or wait now; `all=true` everybody's, for the operator, without their contents.",
    query: () => z.object({ all: flag }),
    answers: () => ({ 200: MonitorShape() }),
    handler: (context, { query }) => monitor(context, query.all),
  }),
  defineRoute({
    method: "get",
    path: "/models",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The models of the catalog, and those that accounts were found to reach.",
    answers: () => ({ 200: ModelsShape() }),
    handler: models,
  }),
  defineRoute({
    method: "put",
    path: "/models/chosen",
    policy: { who: "admin", scope: "admin" },
    summary: "Which model is the default and which the fast one, for everybody; null takes a choice back.",
    body: ChosenModelsFields,
    answers: () => ({ 200: ChosenModelsShape() }),
    handler: (context, { body }) => choose(context, body),
  }),
  defineRoute({
    method: "put",
    path: "/models/prices",
    policy: { who: "admin", scope: "admin" },
    summary:
      "Enters the price of a model, in US dollars for a million tokens: it counts from now on, before any other; null takes it back.",
    body: PriceFields,
    answers: () => ({ 200: ModelShape() }),
    handler: (context, { body }) => enterPrice(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/providers",
    policy: { who: "admin", scope: "admin" },
    summary: "Providers and the state of their accounts.",
    answers: () => ({ 200: listOf(ProviderShape()) }),
    handler: providers,
  }),
];

async function status(context: ApiContext) {
  const services = servicesOf(context);
  const { conversations, models, accounts, now, env, settings, prompts } = services;
  const { owner, role } = context.get("principal");
  const [counts, facts, live] = await Promise.all([
    conversations.counts(),
    factsOf(services, role === "admin" ? null : owner),
    monitorStub(env, owner).live(),
    accounts.ready(),
  ]);
  return reply(200, {
    status: "ok",
    version: VERSION,
    time: new Date(now()).toISOString(),
    default_model: models.defaultModel(),
    fast_model: models.fastModel(),
    compaction_prompt: role === "guest" ? null : (settings.COMPACTION_PROMPT ?? prompts.text("compaction")),
    uptime_s: facts.uptime_s,
    today_usd: facts.today_usd,
    // A visitor is not told how much there is here.
    counts:
      role === "guest"
        ? {}
        : { ...counts, active_conversations: facts.active_conversations, live_turns: live.length },
    // Problems that wait for the operator.
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

/** Owners whose turns are shown at once. */
const MOST_MONITORED = 100;

async function monitor(context: ApiContext, isAll: boolean) {
  const { env, conversations } = servicesOf(context);
  const { owner: own, role } = context.get("principal");
  if (isAll && role !== "admin")
    throw new AppError("forbidden", "The operator alone sees everybody's turns. Leave out `all` for yours.");
  const owners = isAll ? await conversations.busyOwners(MOST_MONITORED) : [own];
  const live = async (owner: string) =>
    (await monitorStub(env, owner).live()).map((turn) => ({ ...turn, owner }));
  const items = (await Promise.all(owners.map(live))).flat();
  return reply(200, { items, next_cursor: null });
}

async function models(context: ApiContext) {
  const services = servicesOf(context);
  await services.accounts.ready();
  const items = services.models.list().map((model) => ({ ...model, name: model.label }));
  return reply(200, {
    items,
    default: services.models.defaultModel(),
    fast: services.models.fastModel(),
    next_cursor: null,
  });
}

async function choose(context: ApiContext, body: SchemaOutput<typeof ChosenModelsFields>) {
  const { accounts, models } = servicesOf(context);
  const names = models.providers().map(({ name }) => name);
  for (const role of ["default", "fast"] as const) {
    const model = body[role];
    if (model === undefined) continue;
    if (model !== null && !names.includes(model.split("/")[0] ?? ""))
      throw new AppError("malformed_request", `${role}: begins with one of ${names.join(", ")}.`);
    await accounts.choose(role, model);
  }
  return reply(200, { default: models.defaultModel(), fast: models.fastModel() });
}

async function enterPrice(context: ApiContext, { model, price }: SchemaOutput<typeof PriceFields>) {
  const { accounts, models } = servicesOf(context);
  const describe = () => {
    const described = models.describe(model);
    if (described) return { ...described, name: described.label };
    throw new AppError("malformed_request", `model: there is no provider "${model.split("/")[0]}".`);
  };
  describe();
  await accounts.setPrice(model, price);
  return reply(200, describe());
}

async function providers(context: ApiContext) {
  const { accounts, models } = servicesOf(context);
  await accounts.ready();
  const items = models.providers().map((provider) => ({
    ...provider,
    accounts: provider.accounts.map((account) => ({ ...account, state: stateView(account.state) })),
  }));
  return reply(200, { items, next_cursor: null });
}

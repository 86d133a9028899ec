/** Answers about the instance: its state, what runs, its models and providers. */
import type { ChosenModelsFields, PriceFields } from "../../contract/instance/models.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import type { ProviderListing } from "../../providers/listings.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { monitorStub } from "../objects/stubs.ts";
import { VERSION } from "../version.ts";
import { stateView } from "./account-state.ts";
import { servicesOf } from "./services.ts";
import { factsOf } from "./status.ts";

export async function status(context: ApiContext) {
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

export async function monitor(context: ApiContext, isAll: boolean) {
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

export async function models(context: ApiContext) {
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

export async function choose(context: ApiContext, body: SchemaOutput<typeof ChosenModelsFields>) {
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

export async function enterPrice(context: ApiContext, { model, price }: SchemaOutput<typeof PriceFields>) {
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

export async function providers(context: ApiContext) {
  const { accounts, models } = servicesOf(context);
  await accounts.ready();
  const items = models.providers().map((provider) => ({
    ...provider,
    accounts: provider.accounts.map((account) => ({ ...account, state: stateView(account.state) })),
  }));
  return reply(200, { items, next_cursor: null });
}

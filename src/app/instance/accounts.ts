/** Answers about provider accounts; loaded by the first request for one. */
import type { AccountChangeFields, AccountFields } from "../../contract/instance/accounts.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import type { ProviderListing } from "../../providers/listings.ts";
import type { AccountView } from "../../storage/d1/models/account-rows.ts";
import type { AccountSpending } from "../../storage/d1/models/spending.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { stateView } from "./account-state.ts";
import { admitAddress, forgetUnused } from "./routes/addresses.ts";
import { servicesOf } from "./services.ts";

export async function list(context: ApiContext) {
  return reply(200, { items: await everyAccount(context), next_cursor: null });
}

export async function create(context: ApiContext, body: SchemaOutput<typeof AccountFields>) {
  const { accounts, ids, models } = servicesOf(context);
  const provider = models.providers().find(({ name }) => name === body.provider);
  if (!provider) {
    const names = models.providers().map(({ name }) => name);
    throw new AppError("malformed_request", `provider: one of ${names.join(", ")}.`);
  }
  const { allow_address, models: named, ...fields } = body;
  const base_url = fields.base_url?.replace(/\/+$/, "");
  checkReach({ ...fields, base_url }, provider);
  if (base_url !== undefined) await admitAddress(context, base_url, allow_address);
  const id = ids.create("acc");
  const { key = "", label = provider.label } = fields;
  await accounts.add({ ...fields, id, key, label, base_url });
  if (named) await accounts.reached(id, named);
  return reply(201, await existing(context, id));
}

/** A provider with an address needs a key only; a server that wants no key needs an address only. */
function checkReach(
  { key, base_url }: { key?: string | undefined; base_url: string | undefined },
  provider: ProviderListing,
): void {
  if (base_url === undefined && provider.base_url === null)
    throw new AppError("malformed_request", "base_url: enter the server's address, such as http://host/v1.");
  if (base_url === undefined && key === undefined)
    throw new AppError("malformed_request", "key: paste the provider's API key.");
}

/** Tries the account; the call is booked like every other. */
export async function tryOne(context: ApiContext, id: string, model: string | undefined) {
  const { models, accounts, costs, ids, now } = servicesOf(context);
  const { usage, cost_usd, ...tried } = answered(await models.tryAccount(id, model), id);
  const slash = tried.model.indexOf("/");
  const at = now();
  accounts.recordSpend({ id }, { at, cost_usd });
  await costs.put({
    id: ids.create("call"),
    at,
    owner: context.get("principal").owner,
    conversation_id: "",
    turn_id: "",
    agent: "",
    provider: tried.model.slice(0, slash),
    model: tried.model.slice(slash + 1),
    purpose: "test",
    ...usage,
    cost_usd,
  });
  return reply(200, tried);
}

/** Stores the models that the account reaches: from then on they can be chosen. */
export async function reach(context: ApiContext, id: string) {
  const { models, accounts } = servicesOf(context);
  const reached = answered(await models.reachable(id), id);
  if (reached.ok) await accounts.reached(id, reached.models);
  return reply(200, reached);
}

function answered<T>(answer: T | undefined, id: string): T {
  if (answer !== undefined) return answer;
  throw new AppError("resource_not_found", `There is no account "${id}". GET /api/v1/accounts lists them.`);
}

export async function update(
  context: ApiContext,
  id: string,
  body: SchemaOutput<typeof AccountChangeFields>,
) {
  const { enabled, ...change } = body;
  const { accounts } = servicesOf(context);
  const account = await existing(context, id);
  const isOwn = !account.from_settings;
  if (Object.keys(change).length > 0 && !isOwn) {
    throw new AppError("conflict", "This account comes from the settings: change its variable there.");
  }
  if (change.compatibility) checkPlain(context, account);
  if (isOwn) await accounts.update(account.id, definedOf(change));
  if (enabled) await accounts.enable(account.id, account.provider);
  return reply(200, await existing(context, account.id));
}

/** Providers at their own addresses are known, and so is a server of another protocol. */
function checkPlain(context: ApiContext, { base_url, provider }: ShownAccount): void {
  const { protocol } =
    servicesOf(context)
      .models.providers()
      .find(({ name }) => name === provider) ?? {};
  if (base_url !== undefined && protocol === "openai") return;
  throw new AppError(
    "conflict",
    "Compatibility mode is for a server with an address of its own that speaks chat completions.",
  );
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  const account = await existing(context, id);
  if (account.from_settings)
    throw new AppError("conflict", "This account comes from the settings: remove its variable there.");
  await servicesOf(context).accounts.remove(account.id);
  if (account.base_url !== undefined) await forgetUnused(context, account.base_url);
  return context.body(null, 204);
}

type ShownAccount = Omit<AccountView, "state" | "from_settings"> & {
  state: ReturnType<typeof stateView>;
  from_settings: boolean;
  spent: AccountSpending;
};

const NOTHING_SPENT: AccountSpending = { calls: 0, unpriced_calls: 0, cost_usd: 0 };

async function existing(context: ApiContext, id: string): Promise<ShownAccount> {
  const account = (await everyAccount(context)).find((candidate) => candidate.id === id);
  if (account) return account;
  throw new AppError("resource_not_found", `There is no account "${id}". GET /api/v1/accounts lists them.`);
}

async function everyAccount(context: ApiContext): Promise<ShownAccount[]> {
  const { accounts, models } = servicesOf(context);
  const [list, spending] = await Promise.all([accounts.list(), accounts.spending(), accounts.ready()]);
  const stored = list.map((account) => ({ ...account, from_settings: false }));
  const known = new Set(stored.map(({ id }) => id));
  const fromSettings = models
    .providers()
    .flatMap((provider) =>
      provider.accounts
        .filter((account) => !known.has(account.id))
        .map((account) => ({ ...account, key_hint: "", readable: true, from_settings: true })),
    );
  return [...fromSettings, ...stored].map((account) => ({
    ...account,
    state: stateView(account.state),
    spent: spending.get(account.id) ?? NOTHING_SPENT,
  }));
}

/** Tests of one account by its id: a tiny call, or the list of models that it reaches. */
import { NO_USAGE } from "../../domain/message.ts";
import type { AccountStore } from "../accounts.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Directory } from "../directory.ts";
import type { Target } from "../failover/targets.ts";
import { usualOf } from "../usual-models.ts";
import { modelsOf, type ProbeDeps, type ProbeResult, tryAccount } from "./probe.ts";
import type { ReachabilityResult } from "./reachable.ts";

export interface Probing {
  directory: Directory;
  catalog: Catalog;
  accounts: AccountStore;
  probe: ProbeDeps;
}

/**
 * A tiny call with the account; one without a named model is recorded as the account's state. Undefined when there is no
 * such account.
 */
export async function probeAccount(
  id: string,
  model: string | undefined,
  probing: Probing,
): Promise<ProbeResult | undefined> {
  const probed = await tried(id, model, probing);
  if (probed && model === undefined) recordTest(id, probed, probing);
  return probed;
}

/** The models that the account reaches. Undefined when there is no such account. */
export async function modelsReached(id: string, probing: Probing): Promise<ReachabilityResult | undefined> {
  const target = targetOf(id, undefined, probing);
  return target && (namedModels(target, probing.accounts) ?? modelsOf(target, probing.probe));
}

async function tried(
  id: string,
  model: string | undefined,
  { probe, accounts, ...of }: Probing,
): Promise<ProbeResult | undefined> {
  const target = targetOf(id, model, of);
  const known = model ?? target?.provider.fast_model ?? target?.provider.default_model;
  if (!target || (known !== undefined && target.account.base_url === undefined))
    return target && tryAccount(target, probe);
  const reached = namedModels(target, accounts) ?? (await modelsOf(target, probe));
  if (!reached.ok) return { ...reached, model: target.model.id, usage: NO_USAGE, cost_usd: null };
  const first = targetOf(id, model ?? usualOf(target.provider, reached.models) ?? reached.models[0], of);
  return first && tryAccount(first, probe);
}

/** A failed test switches the account off, a good one on again. A test of a certain model says nothing of the account. */
/** An account that failed is out of use until it is tested again. */
function recordTest(id: string, probed: ProbeResult, { accounts, probe, ...of }: Probing): void {
  const account = targetOf(id, undefined, of)?.account;
  if (!account) return;
  const at = probe.clock.now();
  accounts.record(account, probed.ok ? {} : { disabled: { at, reason: probed.reason } });
}

/** The account with a model; "any" stands in while no model of it is known. */
function targetOf(
  id: string,
  model: string | undefined,
  { directory, catalog }: Pick<Probing, "directory" | "catalog">,
): Target | undefined {
  const provider = catalog.providers.find((one) =>
    directory.accounts(one).some((account) => account.id === id),
  );
  const wire_id = model ?? provider?.fast_model ?? provider?.default_model ?? "any";
  const entry = directory.entry(`${provider?.name}/${wire_id}`);
  const account = provider && directory.accounts(provider).find((one) => one.id === id);
  if (!account || !entry) return undefined;
  return { provider, model: entry, account, base_url: account.base_url ?? directory.baseUrl(provider) };
}

/** Models of a provider without a list: those that were typed in, else its default. Undefined: it has a list. */
function namedModels({ provider, account }: Target, accounts: AccountStore): ReachabilityResult | undefined {
  if (provider.lists_models) return undefined;
  const models = accounts.snapshot().reaches?.get(account.id) ?? [provider.default_model ?? []].flat();
  return { ok: true, models: [...models] };
}

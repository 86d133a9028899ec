/** Models and providers as the API lists them. Never contains a key. */
import type { ModelInfo } from "../agent/ports/model.ts";
import type { Account, AccountState, AccountStore } from "./accounts.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { ModelEntry, PriceTier, ProviderEntry } from "./catalog/schema.ts";
import { isTalking } from "./catalog/talking.ts";
import type { Directory } from "./directory.ts";
import { tierFor } from "./prices.ts";
import { isAmong } from "./reachable-models.ts";

export interface ModelListing extends ModelInfo {
  label: string;
  provider: string;
  provider_label: string;
  /** Whether it can be called now: it has a key, or needs none. */
  configured: boolean;
  /** Today's price of a short prompt; null when unknown. */
  price: PriceTier | null;
  /** Whether an admin entered the price. */
  price_entered: boolean;
  /** Left out of lists to choose from. */
  hidden: boolean;
}

export interface ProviderListing {
  name: string;
  label: string;
  protocol: ProviderEntry["protocol"];
  configured: boolean;
  /** The variable to set when it is not configured. */
  variable: string | null;
  base_url: string | null;
  /** Address whose names in braces are typed in; null where the address is fixed or typed in whole. */
  address_template: string | null;
  address_fields: ProviderEntry["address_fields"];
  key_page: string | null;
  /** Beginning of its keys; empty where they have none in common. */
  key_form: string;
  key_optional: boolean;
  abilities: ProviderEntry["abilities"];
  /** Whether its server runs on one's own machine. */
  is_local: boolean;
  /** False: models are typed in. */
  lists_models: boolean;
  default_model: string | null;
  accounts: (Omit<Account, "key"> & { state: AccountState })[];
}

const UNKNOWN: Omit<ModelInfo, "id"> = {
  context_window: 128_000,
  max_output_tokens: 8_192,
  capabilities: capabilitiesOf({}),
};

/** An id without a provider gets default values; calling it tells what is wrong. */
export function infoOf(id: string, directory: Pick<Directory, "entry" | "isLight">): ModelInfo {
  const entry = directory.entry(id);
  if (!entry) return { id, ...UNKNOWN };
  return {
    id,
    ...(directory.isLight(id) && { is_light: true }),
    context_window: entry.context_window,
    max_output_tokens: entry.max_output_tokens,
    capabilities: capabilitiesOf(entry.capabilities),
  };
}

/** The catalog's models, then those that only the accounts here are known to reach. */
export function listModels(catalog: Catalog, directory: Directory, now: number): ModelListing[] {
  const named = catalog.models.map(({ id }) => id);
  const known = new Set(named);
  const others = catalog.providers.flatMap((provider) =>
    (directory.reachableModels(provider) ?? []).filter(isTalking).map((id) => `${provider.name}/${id}`),
  );
  const all = [...named, ...others.filter((id) => !known.has(id))];
  return all.flatMap((id) => describeModel(id, directory, now) ?? []);
}

/** Undefined when no provider has it. */
export function describeModel(id: string, directory: Directory, now: number): ModelListing | undefined {
  const provider = directory.provider(id);
  const entry = directory.entry(id);
  if (!provider || !entry) return undefined;
  return {
    ...infoOf(id, directory),
    label: entry.label,
    provider: provider.name,
    provider_label: provider.label,
    configured: canAnswer(entry, provider, directory),
    price: tierFor(entry.prices, 0, now) ?? null,
    price_entered: directory.facts(id)?.price !== undefined,
    hidden: entry.is_hidden === true,
  };
}

function canAnswer({ wire_id }: ModelEntry, provider: ProviderEntry, directory: Directory): boolean {
  if (directory.working(provider).length === 0) return false;
  const reached = directory.reachableModels(provider);
  return reached === undefined || isAmong(wire_id, reached);
}

export function listProviders(
  providers: readonly ProviderEntry[],
  directory: Directory,
  store: AccountStore,
): ProviderListing[] {
  const { states } = store.snapshot();
  return providers.map((provider) => {
    const accounts = directory.accounts(provider).map(({ key: _secret, from_settings: _, ...account }) => ({
      ...account,
      state: states.get(account.id) ?? {},
    }));
    return {
      name: provider.name,
      label: provider.label,
      protocol: provider.protocol,
      configured: accounts.length > 0,
      variable: provider.key_variable ?? provider.base_url_variable ?? null,
      base_url: directory.baseUrl(provider) ?? null,
      ...formOf(provider),
      accounts,
    };
  });
}

/** Facts for the form that connects the provider. */
function formOf(provider: ProviderEntry) {
  const { address_template, address_fields, key_page, key_form, key_optional } = provider;
  const { abilities, lists_models, local_port, default_model } = provider;
  return {
    address_template: address_template ?? null,
    address_fields,
    key_page: key_page ?? null,
    key_form: key_form ?? "",
    key_optional,
    abilities,
    is_local: local_port !== undefined,
    lists_models,
    default_model: default_model ?? null,
  };
}

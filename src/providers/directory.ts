/** The models available now: the catalog, published metadata, settings and accounts together. */
import type { Account, AccountSnapshot, AccountStore, ReadSetting } from "./accounts.ts";
import { accountsOf, baseUrlOf, provenOf, workingOf } from "./accounts.ts";
import type { MetadataPort, ModelMetadata, ShownModels } from "./capabilities.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { splitModelId } from "./catalog/catalog.ts";
import type { ModelEntry, ProviderEntry } from "./catalog/schema.ts";
import type { Target } from "./failover/targets.ts";
import { reachedBy, reachingOf } from "./reachable-models.ts";
import { plainModel, plainProvider } from "./settings/compatibility.ts";
import { createEntries } from "./settings/entries.ts";
import type { ModelFacts } from "./settings/values.ts";
import { createUsualModels, type UsualModels } from "./usual-models.ts";

interface DirectoryOptions {
  catalog: Catalog;
  /** Reads a setting by its variable's name, at each call. */
  setting: ReadSetting;
  accounts: AccountStore;
  /** Whether Workers AI can be called. */
  hasWorkersAi: boolean;
  metadata: MetadataPort | undefined;
  shownModels: ShownModels;
}

export interface Directory extends UsualModels {
  /** Undefined when no provider has that name. */
  entry(modelId: string): ModelEntry | undefined;
  provider(modelId: string): ProviderEntry | undefined;
  /** Best first; empty when the provider is not configured. */
  accounts(provider: ProviderEntry): Account[];
  /** Its accounts that neither were refused nor failed their test. */
  working(provider: ProviderEntry): Account[];
  baseUrl(provider: ProviderEntry): string | undefined;
  /** Model ids that its accounts reach, as it spells them; undefined unless all of them were asked. */
  reachableModels(provider: ProviderEntry): readonly string[] | undefined;
  /** Whether requests to the model have to be small: its account says so, or its window is. */
  isLight(modelId: string): boolean;
  /** Inputs of the entry, for people who want to know where a value comes from. Undefined like the entry. */
  facts(modelId: string): ModelFacts | undefined;
  /** The model with each of its accounts. */
  targets(modelId: string): Target[];
}

/** Tokens: in a window up to this size a full request leaves too little for the conversation. */
const SMALL_WINDOW = 8_192;

export function createDirectory(options: DirectoryOptions): Directory {
  const { catalog, setting, metadata } = options;

  const provider = (modelId: string) => catalog.provider(splitModelId(modelId)?.provider ?? "");

  const accounts = (of: ProviderEntry): Account[] =>
    of.protocol === "workers-ai" && !options.hasWorkersAi
      ? []
      : accountsOf(of, setting, options.accounts.snapshot());

  const shownOf = ({ id, wire_id }: ModelEntry): ModelMetadata | undefined => {
    const of = provider(id);
    const [account] = of && of.shows_models.length > 0 ? accounts(of) : [];
    const address = account?.base_url ?? (of && baseUrlOf(of, setting));
    if (!of || !account || address === undefined) return undefined;
    return options.shownModels.lookup({ address, key: account.key, model: wire_id, ways: of.shows_models });
  };

  const { entry, facts } = createEntries({
    catalog,
    published: (modelId) => metadata?.lookup(modelId),
    shown: shownOf,
    snapshot: () => options.accounts.snapshot(),
    isPlain: (modelId) => {
      const of = provider(modelId);
      return of !== undefined && accounts(of)[0]?.compatibility === true;
    },
  });

  const reachableModels = (of: ProviderEntry) => reachedBy(accounts(of), options.accounts.snapshot());

  const working = (of: ProviderEntry) => workingOf(accounts(of), options.accounts.snapshot());

  return {
    entry,
    provider,
    accounts,
    working,
    baseUrl: (of) => baseUrlOf(of, setting),
    reachableModels,
    isLight: (modelId) => takesLight(entry(modelId), provider(modelId), accounts),
    facts,
    targets(modelId) {
      const model = entry(modelId);
      const of = provider(modelId);
      const shared = model && of && { model, provider: of, base_url: baseUrlOf(of, setting) };
      return shared ? targetsWith(accounts(of), shared, options.accounts.snapshot()) : [];
    },
    ...createUsualModels({
      providers: catalog.providers,
      provider,
      setting,
      chosen: () => options.accounts.snapshot().chosen ?? {},
      working,
      proven: (of) => provenOf(accounts(of), options.accounts.snapshot()),
      reachableModels,
    }),
  };
}

function takesLight(
  model: ModelEntry | undefined,
  of: ProviderEntry | undefined,
  accounts: Directory["accounts"],
): boolean {
  const profile = of && accounts(of)[0]?.profile;
  if (profile !== undefined) return profile === "light";
  return model !== undefined && model.context_window <= SMALL_WINDOW;
}

function targetsWith(
  accounts: readonly Account[],
  { base_url, ...shared }: Pick<Target, "model" | "provider" | "base_url">,
  snapshot: AccountSnapshot,
): Target[] {
  return reachingOf(accounts, shared.model.wire_id, snapshot).map((account) => ({
    ...(account.compatibility
      ? { model: plainModel(shared.model), provider: plainProvider(shared.provider) }
      : shared),
    account,
    base_url: account.base_url ?? base_url,
  }));
}

/**
 * The model port put together: catalog, settings, accounts and adapters. Nothing else here is constructed from
 * outside.
 */
import type { ModelEvent, ModelFailure, ModelInfo, ModelPort, ModelRequest } from "../agent/ports/model.ts";
import { NO_USAGE } from "../domain/message.ts";
import { createAdapters } from "./adapters.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Directory } from "./directory.ts";
import { createDirectory } from "./directory.ts";
import type { FailoverDeps, FailoverLimits } from "./failover/run.ts";
import { streamWithFailover } from "./failover/stream-with-failover.ts";
import type { Target } from "./failover/targets.ts";
import type { ModelListing, ProviderListing } from "./listings.ts";
import { describeModel, infoOf, listModels, listProviders } from "./listings.ts";
import type { ModelsOptions } from "./models-options.ts";
import { estimateCost } from "./prices.ts";
import type { NearbyServer } from "./probe/nearby.ts";
import type { Probing } from "./probe/of-account.ts";
import type { ProbeResult } from "./probe/probe.ts";
import type { ReachabilityResult } from "./probe/reachable.ts";
import { createServerMetadata } from "./probe/server-metadata.ts";
import { outputLimit } from "./prompt/output-limit.ts";
import { createRefusedMedia } from "./prompt/refused-media.ts";
import type { ModelFacts } from "./settings/values.ts";
import { whyNot } from "./why-not.ts";

export interface Models extends ModelPort {
  /** Works for any id: from the catalog or the provider, else with defaults. */
  info(modelId: string): ModelInfo;
  /** The catalog's models, then those that only accounts reach. */
  list(): ModelListing[];
  /** Any model as the list shows it; undefined when no provider has it. */
  describe(modelId: string): ModelListing | undefined;
  /** A model's values with their origins; undefined: no provider has it. */
  facts(modelId: string): ModelFacts | undefined;
  providers(): ProviderListing[];
  /** `DEFAULT_MODEL`, else the default of the first configured provider, else the offline model. */
  defaultModel(): string;
  /** `FAST_MODEL`, else the default model's small sibling. */
  fastModel(): string;
  /** The first model of the chain that has an account; the first of all when none has. */
  firstConnected(chain: readonly string[]): string;
  /**
   * Makes a tiny call with the account, by default with the first model that it serves. Undefined when there is no
   * such account.
   */
  tryAccount(id: string, model?: string): Promise<ProbeResult | undefined>;
  /** Asks the provider which models the account reaches. Undefined when there is no such account. */
  reachable(id: string): Promise<ReachabilityResult | undefined>;
  /** Model servers that listen on this machine at one of these ports. Never throws. */
  nearby(ports: readonly number[]): Promise<NearbyServer[]>;
  /** Cost of these tokens without a cache, in US dollars; null when the price is unknown. */
  estimate(modelId: string, prompt_tokens: number, output_tokens: number): number | null;
  /** Upper bound of a call's cost, with its room for thinking, in US dollars; null when the price is unknown. */
  mostCost(modelId: string, call: PlannedTokens): number | null;
}

/** Some models think between calls, also when they are asked not to. */
const ANY_TOOLS = ["any"];

interface PlannedTokens extends Pick<ModelRequest, "max_output_tokens" | "reasoning"> {
  prompt_tokens: number;
}

/** Loaded by the first probe: a person asks for one on the page of models. */
const probes = () => import("./probe/of-account.ts");

export const DEFAULT_LIMITS: FailoverLimits = {
  first_byte_ms: 120_000,
  stall_ms: 90_000,
  max_attempts: 6,
  max_wait_ms: 15_000,
};

export function createModels(options: ModelsOptions): Models {
  const { catalog, clock, accounts } = options;
  const cache_lifetime = options.cache_lifetime ?? "5m";
  const directory = createDirectory({
    catalog,
    setting: options.setting,
    accounts,
    hasWorkersAi: options.ai !== undefined,
    metadata: options.metadata,
    shownModels: createServerMetadata({ fetch: options.fetch, clock }),
  });
  const deps: FailoverDeps = {
    providerFor: createAdapters(options),
    accounts,
    clock,
    random: options.random,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    cache_lifetime,
    refusedMedia: createRefusedMedia(),
    thinksFirst: new Set(),
    createCallId: options.createCallId,
    readDocument: options.readDocument ?? (async () => ({ problem: "Documents aren't read here." })),
  };
  const probing: Probing = {
    directory,
    catalog,
    accounts,
    probe: {
      providerFor: ({ provider }) => deps.providerFor(provider),
      clock,
      fetch: options.fetch,
      cache_lifetime,
    },
  };
  return {
    stream: (request, signal) => stream(request, signal, { directory, catalog, deps }),
    info: (id) => infoOf(id, directory),
    list: () => listModels(catalog, directory, clock.now()),
    firstConnected: (chain) => chain.find((id) => directory.targets(id).length > 0) ?? chain[0] ?? "",
    describe: (id) => describeModel(id, directory, clock.now()),
    facts: directory.facts,
    providers: () => listProviders(catalog.providers, directory, accounts),
    defaultModel: directory.defaultModel,
    fastModel: directory.fastModel,
    tryAccount: async (id, model) => (await probes()).probeAccount(id, model, probing),
    reachable: async (id) => (await probes()).modelsReached(id, probing),
    async nearby(ports) {
      const { serversNearby } = await import("./probe/nearby.ts");
      return serversNearby(ports, { catalog, fetch: options.nearby ?? options.fetch });
    },
    estimate(id, prompt_tokens, output_tokens) {
      const model = directory.entry(id);
      if (!model) return null;
      return estimateCost(prompt_tokens, output_tokens, { model, at: clock.now(), cache_lifetime });
    },
    mostCost(id, { prompt_tokens, ...wish }) {
      const model = directory.entry(id);
      if (!model) return null;
      const output_tokens = outputLimit({ ...wish, tools: ANY_TOOLS }, model);
      return estimateCost(prompt_tokens, output_tokens, { model, at: clock.now(), cache_lifetime });
    },
  };
}

interface Streaming {
  directory: Directory;
  catalog: Catalog;
  deps: FailoverDeps;
}

function stream(request: ModelRequest, signal: AbortSignal, streaming: Streaming): AsyncIterable<ModelEvent> {
  const targets = targetsOf(request, streaming.directory);
  return targets.length > 0
    ? streamWithFailover(streaming.deps, { request, targets, name: nameOf(request.model, streaming) }, signal)
    : streamWhenReady(request, signal, streaming);
}

/** Waits for the first read of the accounts that were added in the app, should the call need it. */
async function* streamWhenReady(
  request: ModelRequest,
  signal: AbortSignal,
  { directory, catalog, deps }: Streaming,
): AsyncGenerator<ModelEvent, void, undefined> {
  await deps.accounts.ready();
  const targets = targetsOf(request, directory);
  const name = nameOf(request.model, { directory });
  if (targets.length > 0) yield* streamWithFailover(deps, { request, targets, name }, signal);
  else yield refused(request.model, whyNot(request.model, directory, catalog));
}

/** The model's name for people. */
function nameOf(modelId: string, { directory }: Pick<Streaming, "directory">): string {
  const label = directory.entry(modelId)?.label;
  const provider = directory.provider(modelId)?.label;
  return label && provider ? `${label} (${provider})` : modelId;
}

function targetsOf(request: ModelRequest, directory: Directory): Target[] {
  const chain = new Set([request.model, ...(request.fallback_models ?? [])]);
  return [...chain].flatMap(directory.targets);
}

function refused(model: string, failure: ModelFailure): ModelEvent {
  return { type: "failed", failure, usage: NO_USAGE, model, cost_usd: null };
}

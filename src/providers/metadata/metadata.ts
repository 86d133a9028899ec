/**
 * Cache of providers' own metadata, for a day. A look-up never waits: missing lists are fetched in the background.
 */
import { parseJson } from "../../platform/json.ts";
import type { MetadataPort, ModelMetadata } from "../capabilities.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { splitModelId } from "../catalog/catalog.ts";
import type { ProviderEntry } from "../catalog/schema.ts";
import type { Clock } from "../provider.ts";
import { isObject } from "../wire/json.ts";
import { readPublished } from "./published.ts";

/** Stores lists beyond this process. Either method may reject. */
export interface MetadataCache {
  read(provider: string): Promise<{ text: string; fetched_at: number } | undefined>;
  write(provider: string, entry: { text: string; fetched_at: number }): Promise<void>;
}

interface MetadataOptions {
  catalog: Catalog;
  cache: MetadataCache;
  clock: Clock;
  fetch: typeof fetch;
  /** The provider's current address; undefined while it is not configured, then nothing is fetched. */
  addressOf(provider: ProviderEntry): string | undefined;
  /** Called when a list could not be fetched. */
  onFailure(provider: string, problem: unknown): void;
}

interface CacheEntry {
  models: Map<string, ModelMetadata>;
  /** ms since the epoch; nothing is fetched before. */
  fresh_until: number;
  /** Lease of the fetch, in ms since the epoch: the request that fetches may be over before its answer came. */
  loading_until: number;
}

const DAY_MS = 86_400_000;
const LONGEST_FETCH_MS = 60_000;
const AFTER_FAILURE_MS = 10 * 60_000;
const MAX_LIST_CHARACTERS = 20_000_000;

export function createMetadata(options: MetadataOptions): MetadataPort {
  const { catalog, clock } = options;
  const cache = new Map<string, CacheEntry>();

  function shelfOf(provider: ProviderEntry): CacheEntry {
    const entry = cache.get(provider.name) ?? { models: new Map(), fresh_until: 0, loading_until: 0 };
    cache.set(provider.name, entry);
    if (Math.max(entry.loading_until, entry.fresh_until) <= clock.now()) refresh(provider, entry);
    return entry;
  }

  function refresh(provider: ProviderEntry, entry: CacheEntry): void {
    const address = options.addressOf(provider);
    if (address === undefined) return;
    entry.loading_until = clock.now() + LONGEST_FETCH_MS;
    load(provider, address, options)
      .then(({ models, fetched_at }) => {
        entry.models = models;
        entry.fresh_until = fetched_at + DAY_MS;
      })
      .catch((problem: unknown) => {
        entry.fresh_until = clock.now() + AFTER_FAILURE_MS;
        options.onFailure(provider.name, problem);
      })
      .finally(() => {
        entry.loading_until = 0;
      });
  }

  return {
    lookup(id) {
      const split = splitModelId(id);
      const provider = split && catalog.provider(split.provider);
      if (!split || !provider?.metadata_path) return undefined;
      return shelfOf(provider).models.get(split.model);
    },
  };
}

interface LoadedMetadata {
  models: Map<string, ModelMetadata>;
  fetched_at: number;
}

async function load(
  provider: ProviderEntry,
  address: string,
  options: MetadataOptions,
): Promise<LoadedMetadata> {
  const kept = await options.cache.read(provider.name);
  if (kept && kept.fetched_at + DAY_MS > options.clock.now())
    return { models: unpacked(kept.text), fetched_at: kept.fetched_at };
  const models = await fetchList(`${address}${provider.metadata_path}`, options.fetch);
  const fetched_at = options.clock.now();
  await options.cache.write(provider.name, { text: JSON.stringify([...models]), fetched_at });
  return { models, fetched_at };
}

async function fetchList(url: string, fetch: typeof globalThis.fetch): Promise<Map<string, ModelMetadata>> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`the model list answered with status ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_LIST_CHARACTERS) throw new Error("the model list is too long");
  const models = readPublished(parseJson(text));
  if (models.size === 0) throw new Error("the model list holds no model");
  return models;
}

/** Our own format. Text that does not fit was packed by another version; the list is fetched again tomorrow. */
function unpacked(text: string): Map<string, ModelMetadata> {
  const value = parseJson(text);
  const entries = Array.isArray(value) ? value : [];
  return new Map(
    entries.filter((entry) => Array.isArray(entry) && typeof entry[0] === "string" && isObject(entry[1])),
  );
}

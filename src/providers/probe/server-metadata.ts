/**
 * Capabilities and context windows that self-hosted servers report about their models. A look-up never waits: missing
 * entries are fetched in the background, at most once an hour.
 */
import { parseJson } from "../../platform/json.ts";
import type { ModelMetadata, ShownModels, ShownWhere } from "../capabilities.ts";
import type { Clock } from "../provider.ts";
import { isObject } from "../wire/json.ts";
import { SHOWN_WAYS } from "./shown/list.ts";
import type { ShownWay } from "./shown/way.ts";

interface ShownModelsDeps {
  fetch: typeof fetch;
  clock: Clock;
}

const FRESH_MS = 3_600_000;
const PATIENCE_MS = 5_000;
/** A fetch that began in a request that is over may never end: after this time it no longer counts. */
const LONGEST_LOOK_MS = 10_000;
const MOST_AT_ONCE = 8;
const MOST_KEPT = 500;
const MOST_CHARACTERS = 20_000_000;

const NEVER = Number.NEGATIVE_INFINITY;

interface CacheEntry {
  metadata: ModelMetadata | undefined;
  /** ms since the epoch. */
  begun_at: number;
  ended_at: number;
}

export function createServerMetadata(deps: ShownModelsDeps): ShownModels {
  const { clock } = deps;
  const entries = new Map<string, CacheEntry>();

  function isUnderWay({ begun_at, ended_at }: CacheEntry): boolean {
    return begun_at > ended_at && clock.now() - begun_at < LONGEST_LOOK_MS;
  }

  async function look(where: ShownWhere, entry: CacheEntry): Promise<void> {
    entry.begun_at = clock.now();
    const found = await fetchMetadata(where, deps.fetch);
    // A server that does not answer now keeps its last known metadata.
    if (found !== "unreachable") entry.metadata = found;
    entry.ended_at = clock.now();
  }

  return {
    lookup(where) {
      const key = `${where.address} ${where.model}`;
      const entry = entries.get(key) ?? { metadata: undefined, begun_at: NEVER, ended_at: NEVER };
      const isStale = clock.now() - entry.ended_at >= FRESH_MS;
      const busy = [...entries.values()].filter(isUnderWay).length;
      if (isStale && !isUnderWay(entry) && busy < MOST_AT_ONCE) {
        entries.set(key, entry);
        for (const oldest of entries.keys()) if (entries.size > MOST_KEPT) entries.delete(oldest);
        void look(where, entry);
      }
      return entry.metadata;
    },
  };
}

/** Undefined when the server tells nothing about the model, in none of its ways. Never rejects. */
async function fetchMetadata(
  where: ShownWhere,
  fetch: typeof globalThis.fetch,
): Promise<ModelMetadata | "unreachable" | undefined> {
  try {
    for (const name of where.ways) {
      const found = await askedBy(SHOWN_WAYS[name], where, fetch);
      if (found) return found;
    }
    return undefined;
  } catch {
    return "unreachable";
  }
}

/** Rejects when the server can't be reached. */
async function askedBy(
  way: ShownWay,
  where: ShownWhere,
  fetch: typeof globalThis.fetch,
): Promise<ModelMetadata | undefined> {
  const { address, key, model } = where;
  const body = way.body?.(where);
  const response = await fetch(`${address.replace(/\/v1$/, "")}${way.path(where)}`, {
    method: body ? "POST" : "GET",
    headers: {
      ...(body && { "content-type": "application/json" }),
      accept: "application/json",
      ...(key !== "" && { authorization: `Bearer ${key}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  const value = response.ok && text.length <= MOST_CHARACTERS ? parseJson(text) : undefined;
  return isObject(value) ? way.read(value, model) : undefined;
}

/**
 * Reads what an Ollama reports about each model (`/api/show`): capabilities and context window. A look-up never
 * waits: missing entries are fetched in the background, at most once an hour.
 */
import { parseJson } from "../../platform/json.ts";
import type { ModelMetadata, ShownModels, ShownWhere } from "../capabilities.ts";
import type { Capabilities } from "../catalog/schema.ts";
import type { Clock } from "../provider.ts";
import { countIn, isObject, type JsonObject, listIn, objectIn, textIn } from "../wire/json.ts";

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
/** An Ollama silently cuts prompts beyond its own setting, which it does not report: never assume more than this. */
const SAFE_WINDOW = 32_768;

const NEVER = Number.NEGATIVE_INFINITY;

interface CacheEntry {
  metadata: ModelMetadata | undefined;
  /** ms since the epoch. */
  begun_at: number;
  ended_at: number;
}

export function createOllamaMetadata(deps: ShownModelsDeps): ShownModels {
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

/** Undefined when it is no Ollama, or has no such model. Never rejects. */
async function fetchMetadata(
  { address, key, model }: ShownWhere,
  fetch: typeof globalThis.fetch,
): Promise<ModelMetadata | "unreachable" | undefined> {
  try {
    const response = await fetch(`${address.replace(/\/v1$/, "")}/api/show`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key !== "" && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const value = response.ok && text.length <= MOST_CHARACTERS ? parseJson(text) : undefined;
    return isObject(value) ? metadataOf(value) : undefined;
  } catch {
    return "unreachable";
  }
}

function metadataOf(value: JsonObject): ModelMetadata | undefined {
  const window = windowOf(value);
  const capabilities = capabilitiesIn(value);
  if (window === undefined && capabilities === undefined) return undefined;
  return { capabilities: capabilities ?? {}, ...(window !== undefined && { context_window: window }) };
}

/** A list denies whatever it leaves out; older servers have no list, which says nothing. */
function capabilitiesIn(value: JsonObject): Capabilities | undefined {
  if (!Array.isArray(value["capabilities"])) return undefined;
  const named = new Set(listIn(value, "capabilities"));
  return {
    tool: named.has("tools"),
    image: named.has("vision"),
    audio: named.has("audio"),
    file: false,
    reasoning: named.has("thinking"),
  };
}

/** The model's configured window, else the one that it was made for, up to the safe size. */
function windowOf(value: JsonObject): number | undefined {
  const set = Number(/^num_ctx\s+(\d{3,9})\s*$/m.exec(textIn(value, "parameters"))?.[1] ?? Number.NaN);
  if (Number.isFinite(set)) return set;
  const info = objectIn(value, "model_info");
  const name = Object.keys(info ?? {}).find((key) => key.endsWith(".context_length"));
  const most = name === undefined ? undefined : countIn(info, name);
  return most ? Math.min(most, SAFE_WINDOW) : undefined;
}

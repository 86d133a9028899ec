/** Writes one memory, and keeps its entry in the search index. */
import type { Core } from "../ports/core.ts";
import type { ChunkDraft, Memory, Provenance, Scope, Tier } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { words } from "../text/words.ts";
import { priorityNow, TIERS } from "./decay.ts";
import { entityNode } from "./graph.ts";
import { judge } from "./junk.ts";
import { type Comparison, compare } from "./similar.ts";

export interface NewMemory extends Provenance {
  owner: string;
  scope: Scope;
  content: string;
  about?: string;
  tier?: Tier;
  tags?: readonly string[];
  /** 0 to 1. */
  priority?: number;
  sticky?: boolean;
  observed_at?: number;
}

export type RememberResult =
  /** `superseded`: memories of the same thing that it corrects. */
  | { status: "stored"; memory: Memory; superseded: Memory[] }
  /**
   * A memory that says as much existed and was refreshed, unless it is trusted and the new words came from
   * outside. Or what was said is older than what holds now, and is kept as history.
   */
  | { status: "merged"; memory: Memory }
  | { status: "refused"; problem: string };

/** Source of memories in the search index. */
export const MEMORY_SOURCE = "memories";
const RIVALS = 12;
/** Words of an entry that are looked up. */
const MOST_WORDS = 24;

export async function remember(core: Core, entry: NewMemory): Promise<RememberResult> {
  const verdict = judge(entry.content);
  if (!verdict.ok) return { status: "refused", problem: verdict.problem };
  const rivals = await findRivals(core, entry);
  const twins = rivals.filter(({ comparison }) => SAME.has(comparison)).map(({ memory }) => memory);
  const known = twins.find(({ trust }) => trust === "trusted");
  // Untrusted content changes nothing that is trusted already, not even its wording.
  if (known !== undefined && entry.trust === "untrusted") return { status: "merged", memory: known };
  const own = twins.find(({ trust }) => trust === entry.trust);
  const corrected = rivals.filter((rival) => isCorrected(rival, entry)).map(({ memory }) => memory);
  const written = await (own === undefined
    ? storeNewer(core, entry, corrected)
    : mergeInto(core, own, entry));
  if (own !== undefined && written.status === "merged") await supersede(core, written.memory, corrected);
  if (entry.trust === "trusted") await dropWaiting(core, entry.owner, twins);
  return written;
}

interface Rival {
  memory: Memory;
  comparison: Comparison;
}

const SAME: ReadonlySet<Comparison> = new Set<Comparison>(["same", "fuller", "narrower"]);

/** Untrusted words correct nothing that a person said. */
function isCorrected({ memory, comparison }: Rival, { about, trust }: NewMemory): boolean {
  if (comparison !== "correction" || (memory.trust === "trusted" && trust === "untrusted")) return false;
  return about === undefined || memory.about === "" || nameKey(about) === nameKey(memory.about);
}

async function mergeInto(core: Core, own: Memory, entry: NewMemory): Promise<RememberResult> {
  return { status: "merged", memory: await merge(core, own, entry) };
}

/** The newer statement holds, also when the older one is told later. */
async function storeNewer(
  core: Core,
  entry: NewMemory,
  corrected: readonly Memory[],
): Promise<RememberResult> {
  const said = entry.observed_at ?? core.now();
  const newer = corrected.find(({ observed_at }) => observed_at > said);
  const inherited = newer === undefined ? inheritedFrom(corrected, entry) : entry;
  const memory = await store(core, inherited);
  if (newer !== undefined) {
    await supersede(core, newer, [memory]);
    return { status: "merged", memory: newer };
  }
  await supersede(core, memory, corrected);
  return { status: "stored", memory, superseded: [...corrected] };
}

/** A correction stands where the corrected memory stood: as lasting, and as much in sight. */
function inheritedFrom(corrected: readonly Memory[], entry: NewMemory): NewMemory {
  const isLasting = corrected.some(({ tier }) => tier === "long_term");
  const about = entry.about ?? corrected.find((each) => each.about !== "")?.about;
  return {
    ...entry,
    ...(about === undefined ? {} : { about }),
    ...(isLasting && { tier: "long_term" as const }),
    tags: [...(entry.tags ?? []), ...corrected.flatMap(({ tags }) => tags)],
    sticky: entry.sticky ?? corrected.some(({ sticky }) => sticky),
  };
}

async function supersede(core: Core, by: Memory, corrected: readonly Memory[]): Promise<void> {
  const ids = corrected.map(({ id }) => id).filter((id) => id !== by.id);
  if (ids.length === 0) return;
  await core.storage.memories.supersede(by, ids, core.now());
  await core.storage.chunks.remove(by.owner, MEMORY_SOURCE, ids);
}

async function store(core: Core, entry: NewMemory): Promise<Memory> {
  const now = core.now();
  const about = entry.about === undefined ? "" : await core.names.mainName(entry.owner, entry.about);
  const memory = await core.storage.memories.put(newMemory({ ...entry, about }, core.ids.create("mem"), now));
  await indexMemory(core, memory);
  if (about !== "") await connect(core, memory, now);
  return memory;
}

/**
 * Removes untrusted duplicates that waited for confirmation, since a trusted source has now said the same.
 */
async function dropWaiting(core: Core, owner: string, twins: readonly Memory[]): Promise<void> {
  const items = twins.flatMap(({ id, trust }) => (trust === "untrusted" ? [id] : []));
  if (items.length === 0) return;
  await core.storage.forgotten.bury({ owner, kind: "memory", items, isFinal: false }, core.now());
  await core.storage.chunks.remove(owner, MEMORY_SOURCE, items);
}

export async function indexMemory(core: Core, memory: Memory): Promise<void> {
  await core.storage.chunks.put([memoryDraft(memory)], core.now());
}

async function connect(core: Core, memory: Memory, now: number): Promise<void> {
  const edge = {
    id: core.ids.create("rel"),
    origin: memory.origin,
    source_name: "",
    target_name: memory.about,
    source_id: memory.id,
    target_id: entityNode(memory.about),
    relation: "about",
    weight: 1,
    trust: memory.trust,
    ...(memory.conversation_id === undefined ? {} : { conversation_id: memory.conversation_id }),
    ...(memory.message_id === undefined ? {} : { message_id: memory.message_id }),
  };
  await core.storage.edges.put(memory.owner, [edge], now);
}

/** Memories that share words with the entry, trusted or not, and how they compare with it. */
async function findRivals(core: Core, entry: NewMemory): Promise<Rival[]> {
  const telling = words(entry.content).filter((word) => !isStopword(word) && !isUnspaced(word));
  const wanted = [...new Set([...telling, ...extraQueryTokens(entry.content)])].slice(0, MOST_WORDS);
  const hits = await core.storage.chunks.search({
    owner: entry.owner,
    scopes: [entry.scope],
    source: MEMORY_SOURCE,
    words: wanted.map((word) => ({ word, weight: 1 })),
    limit: RIVALS,
  });
  const found = await core.storage.memories.get(
    entry.owner,
    hits.map((hit) => hit.key),
  );
  return found.map((memory) => ({ memory, comparison: compare(memory.content, entry.content) }));
}

/** Merges two memories: the fuller wording stays, with the higher of both importances. */
async function merge(core: Core, twin: Memory, entry: NewMemory): Promise<Memory> {
  const now = core.now();
  const content = compare(twin.content, entry.content) === "narrower" ? twin.content : entry.content.trim();
  const tier = entry.tier === "long_term" ? "long_term" : twin.tier;
  const change = {
    ...(content === twin.content ? {} : { content }),
    tier,
    decay_rate: TIERS[tier].decay_rate,
    priority: Math.max(priorityNow(twin, now), entry.priority ?? TIERS[tier].priority),
    tags: cleanTags([...twin.tags, ...(entry.tags ?? [])]),
    sticky: twin.sticky || (entry.sticky ?? false),
  };
  const merged = (await core.storage.memories.update(twin, change, now)) ?? twin;
  await indexMemory(core, merged);
  return merged;
}

function newMemory(entry: NewMemory & { about: string }, id: string, now: number): Memory {
  const tier = entry.tier ?? "long_term";
  return {
    id,
    owner: entry.owner,
    scope: entry.scope,
    content: entry.content.trim(),
    about: entry.about,
    tier,
    tags: cleanTags(entry.tags ?? []),
    priority: entry.priority ?? TIERS[tier].priority,
    decay_rate: TIERS[tier].decay_rate,
    last_accessed: now,
    sticky: entry.sticky ?? false,
    origin: entry.origin,
    trust: entry.trust,
    ...(entry.conversation_id === undefined ? {} : { conversation_id: entry.conversation_id }),
    ...(entry.message_id === undefined ? {} : { message_id: entry.message_id }),
    observed_at: entry.observed_at ?? now,
    created_at: now,
    updated_at: now,
  };
}

function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ""))].slice(0, 20);
}

export function memoryDraft(memory: Memory): ChunkDraft {
  const tags = memory.tags.length === 0 ? "" : ` (${memory.tags.join(", ")})`;
  return {
    owner: memory.owner,
    scope: memory.scope,
    kind: "memory",
    source: MEMORY_SOURCE,
    key: memory.id,
    session: memory.id,
    speaker: memory.about,
    role: "",
    agent: "",
    said_at: memory.observed_at,
    text: `${memory.content}${tags}`,
    trust: memory.trust,
  };
}

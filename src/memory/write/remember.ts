/** Writes one memory, and keeps its entry in the search index. */
import type { Core } from "../ports/core.ts";
import type { ChunkDraft, Memory, Provenance, Scope, Tier } from "../ports/model.ts";
import { isStopword } from "../text/stopwords.ts";
import { words } from "../text/words.ts";
import { priorityNow, TIERS } from "./decay.ts";
import { entityNode } from "./graph.ts";
import { judge } from "./junk.ts";
import { saysTheSame } from "./similar.ts";

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
  | { status: "stored"; memory: Memory }
  /**
   * A memory with the same meaning existed and was refreshed, unless it is trusted and the new words came
   * from outside.
   */
  | { status: "merged"; memory: Memory }
  | { status: "refused"; problem: string };

/** Source of memories in the search index. */
export const MEMORY_SOURCE = "memories";
const RIVALS = 12;

export async function remember(core: Core, entry: NewMemory): Promise<RememberResult> {
  const verdict = judge(entry.content);
  if (!verdict.ok) return { status: "refused", problem: verdict.problem };
  const twins = await findTwins(core, entry);
  const known = twins.find(({ trust }) => trust === "trusted");
  // Untrusted content changes nothing that is trusted already, not even its wording.
  if (known !== undefined && entry.trust === "untrusted") return { status: "merged", memory: known };
  const own = twins.find(({ trust }) => trust === entry.trust);
  const written: RememberResult =
    own === undefined
      ? { status: "stored", memory: await store(core, entry) }
      : { status: "merged", memory: await merge(core, own, entry) };
  if (entry.trust === "trusted") await dropWaiting(core, entry.owner, twins);
  return written;
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
    source_id: memory.id,
    target_id: entityNode(memory.about),
    relation: "about",
    weight: 1,
    trust: memory.trust,
  };
  await core.storage.edges.put(memory.owner, [edge], now);
}

/** Memories with the same meaning, trusted or not. */
async function findTwins(core: Core, entry: NewMemory): Promise<Memory[]> {
  const telling = [...new Set(words(entry.content).filter((word) => !isStopword(word)))].slice(0, 16);
  const hits = await core.storage.chunks.search({
    owner: entry.owner,
    scopes: [entry.scope],
    source: MEMORY_SOURCE,
    words: telling.map((word) => ({ word, weight: 1 })),
    limit: RIVALS,
  });
  const rivals = await core.storage.memories.get(
    entry.owner,
    hits.map((hit) => hit.key),
  );
  return rivals.filter((memory) => saysTheSame(memory.content, entry.content));
}

/** Merges two memories: the longer wording stays, with the higher of both importances. */
async function merge(core: Core, twin: Memory, entry: NewMemory): Promise<Memory> {
  const now = core.now();
  const content = entry.content.trim().length > twin.content.length ? entry.content.trim() : twin.content;
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

/** Writing one memory, and keeping its entry in the search index. */
import type { Ids } from "../domain/ids.ts";
import { TIERS } from "./decay.ts";
import { judge } from "./junk.ts";
import type { ChunkDraft, Memory, Provenance, Scope, Tier } from "./model.ts";
import type { ChunkStore, MemoryStore } from "./ports.ts";

export interface RememberDeps {
  memories: MemoryStore;
  chunks: ChunkStore;
  ids: Ids;
}

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

export type Remembered = { status: "stored"; memory: Memory } | { status: "refused"; problem: string };

/** The search index calls this source. */
export const MEMORY_SOURCE = "memories";

export async function remember(deps: RememberDeps, entry: NewMemory, now: number): Promise<Remembered> {
  const verdict = judge(entry.content);
  if (!verdict.ok) return { status: "refused", problem: verdict.problem };
  const memory = await deps.memories.put(newMemory(entry, deps.ids.create("mem"), now));
  await deps.chunks.put([{ draft: memoryDraft(memory) }], now);
  return { status: "stored", memory };
}

function newMemory(entry: NewMemory, id: string, now: number): Memory {
  const tier = entry.tier ?? "long_term";
  return {
    id,
    owner: entry.owner,
    scope: entry.scope,
    content: entry.content.trim(),
    about: entry.about?.trim() ?? "",
    tier,
    tags: cleanTags(entry.tags ?? []),
    priority: entry.priority ?? TIERS[tier].priority,
    decay_rate: TIERS[tier].decay_rate,
    last_accessed: now,
    sticky: entry.sticky ?? false,
    origin: entry.origin,
    ...(entry.conversation_id === undefined ? {} : { conversation_id: entry.conversation_id }),
    ...(entry.message_id === undefined ? {} : { message_id: entry.message_id }),
    observed_at: entry.observed_at ?? now,
    created_at: now,
    updated_at: now,
  };
}

export function cleanTags(tags: readonly string[]): string[] {
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
  };
}

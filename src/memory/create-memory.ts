/**
 * Long-term memory, put together from its ports. One for each process (a Worker isolate or a Durable Object):
 *
 *   const memory = createMemory({ storage: createMemoryStorage(env.DB), ids, now, onFailure });
 *   memory.recall          -> RecallPort of the loop
 *   memory.tools           -> Tool[] for the registry
 *   memory.indexTurns(...) -> after an answer is out: one D1 batch for all turns handed over together
 */
import type { RecallPort } from "../agent/ports/memory.ts";
import type { Ids } from "../domain/ids.ts";
import { indexTurns, type TurnItem } from "./index/turns.ts";
import type { ChunkStore, MemoryStore, StateStore } from "./ports.ts";
import { createRecall } from "./recall.ts";
import { type NewMemory, type Remembered, remember } from "./remember.ts";
import { type SearchDeps, type SearchHit, type SearchRequest, search } from "./search/search.ts";
import { createStatisticsCache } from "./search/statistics.ts";
import type { WordVectors } from "./word-vectors/word-vectors.ts";

export interface MemoryStorage {
  chunks: ChunkStore;
  memories: MemoryStore;
  states: StateStore;
}

export interface MemoryDeps {
  storage: MemoryStorage;
  ids: Ids;
  /** ms since the epoch. */
  now(): number;
  /** A failure that a turn must not see. */
  onFailure(what: string, cause: unknown): void;
  /** Read once, when memory is first searched. Absent: words match by their stem only. */
  wordVectors?: () => Promise<WordVectors | undefined>;
}

export interface LongTermMemory {
  recall: RecallPort;
  storage: MemoryStorage;
  search(request: Omit<SearchRequest, "now">): Promise<SearchHit[]>;
  remember(entry: NewMemory): Promise<Remembered>;
  indexTurns(items: readonly TurnItem[]): Promise<void>;
}

export function createMemory(deps: MemoryDeps): LongTermMemory {
  const { storage, now } = deps;
  const searchDeps: SearchDeps = {
    chunks: storage.chunks,
    statistics: createStatisticsCache(storage.chunks),
    wordVectors: deps.wordVectors ?? (() => Promise.resolve(undefined)),
    aliases: () => Promise.resolve(new Map()),
  };
  return {
    storage,
    recall: createRecall({ ...searchDeps, ...storage, now, onFailure: deps.onFailure }),
    search: (request) => search(searchDeps, { ...request, now: now() }),
    remember: (entry) => remember({ ...storage, ids: deps.ids }, entry, now()),
    indexTurns: (items) => indexTurns(storage, items, now()),
  };
}

/** All of memory's stores over one D1 binding. */
import type { MemoryStorage } from "../../../memory/create-memory.ts";
import { openDatabase } from "../database.ts";
import { createChunkStore } from "../passages/chunk-store.ts";
import { createUnembeddedStore } from "../passages/unembedded.ts";
import { createAliasStore } from "./alias-store.ts";
import { createCommitmentStore } from "./commitment-store.ts";
import { createEdgeStore } from "./edge-store.ts";
import { createEpisodeStore } from "./episode-store.ts";
import { createFactStore } from "./fact-store.ts";
import { createForgottenStore } from "./forgotten-store.ts";
import { createLearntFrom } from "./learnt-from.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createProgressStore } from "./progress-store.ts";
import { createStandingStore } from "./standing-store.ts";
import { createStateStore } from "./state-store.ts";

/** `id` makes the ids of tombstones. */
export function createMemoryStorage(binding: D1Database, id: () => string): MemoryStorage {
  const db = openDatabase(binding);
  return {
    chunks: createChunkStore(binding),
    memories: createMemoryStore(db),
    states: createStateStore(db),
    facts: createFactStore(db),
    standing: createStandingStore(db),
    episodes: createEpisodeStore(db),
    commitments: createCommitmentStore(db),
    aliases: createAliasStore(db),
    edges: createEdgeStore(binding),
    learntFrom: createLearntFrom(binding),
    forgotten: createForgottenStore(binding, id),
    progress: createProgressStore(binding, db),
    unembedded: createUnembeddedStore(binding),
  };
}

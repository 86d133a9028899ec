/** All of memory's stores over one D1 binding. */
import type { MemoryStorage } from "../../../memory/create-memory.ts";
import { openDatabase } from "../database.ts";
import { D1ChunkStore } from "../passages/chunk-store.ts";
import { D1UnembeddedStore } from "../passages/unembedded.ts";
import { D1AliasStore } from "./alias-store.ts";
import { D1CommitmentStore } from "./commitment-store.ts";
import { D1EdgeStore } from "./edge-store.ts";
import { D1EpisodeStore } from "./episode-store.ts";
import { D1FactStore } from "./fact-store.ts";
import { D1ForgottenStore } from "./forgotten-store.ts";
import { createLearntFrom } from "./learnt-from.ts";
import { D1MemoryStore } from "./memory-store.ts";
import { D1ProgressStore } from "./progress-store.ts";
import { D1StandingStore } from "./standing-store.ts";
import { D1StateStore } from "./state-store.ts";
import { D1WishStore } from "./wish-store.ts";

/** `id` makes the ids of tombstones. */
export function createMemoryStorage(binding: D1Database, id: () => string): MemoryStorage {
  const db = openDatabase(binding);
  return {
    chunks: new D1ChunkStore(binding),
    memories: new D1MemoryStore(db),
    states: new D1StateStore(db),
    facts: new D1FactStore(db),
    standing: new D1StandingStore(db),
    episodes: new D1EpisodeStore(db),
    commitments: new D1CommitmentStore(db),
    wishes: new D1WishStore(binding, db),
    aliases: new D1AliasStore(db),
    edges: new D1EdgeStore(binding, db),
    learntFrom: createLearntFrom(binding),
    forgotten: new D1ForgottenStore(binding, id),
    progress: new D1ProgressStore(binding, db),
    unembedded: new D1UnembeddedStore(binding),
  };
}

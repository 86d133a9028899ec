/** All of memory's stores over one D1 binding. */
import type { MemoryStorage } from "../../../memory/create-memory.ts";
import { openDatabase } from "../database.ts";
import { createChunkStore } from "./chunk-store.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createStateStore } from "./state-store.ts";

export function createMemoryStorage(binding: D1Database): MemoryStorage {
  const db = openDatabase(binding);
  return {
    chunks: createChunkStore(binding),
    memories: createMemoryStore(db),
    states: createStateStore(db),
  };
}

/** Long-term memory over SQLite in memory, with the word vectors that come with the house. */
import { readFileSync } from "node:fs";
import { createIds } from "../../../src/domain/ids.ts";
import { createMemory, type LongTermMemory } from "../../../src/memory/create-memory.ts";
import { openWordTable } from "../../../src/memory/word-vectors/table.ts";
import { createMemoryStorage } from "../../../src/storage/d1/memory/memory-storage.ts";

export const OWNER = "usr_home00000001";
export const NOW = Date.UTC(2026, 2, 2, 9);
const TABLE = readFileSync(new URL("../../../web/public/word-vectors.bin", import.meta.url));
const words = openWordTable(Uint8Array.from(TABLE).buffer);

export function memoryIn(database: D1Database): LongTermMemory {
  let tombstones = 0;
  return createMemory({
    storage: createMemoryStorage(database, () => `fgt_${++tombstones}`),
    ids: createIds(
      () => NOW,
      (bytes) => bytes.fill(1),
    ),
    now: () => NOW,
    onFailure: (what, cause) => {
      throw new Error(what, { cause });
    },
    wordVectors: () => Promise.resolve(words),
  });
}

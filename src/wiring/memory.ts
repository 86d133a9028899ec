/** Long-term memory as this Worker has it. */
import type { Log } from "../../durable-objects/conversation/services.ts";
import type { Ids } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import type { ModelAccess } from "../memory/ask.ts";
import { createMemory, type LongTermMemory } from "../memory/create-memory.ts";
import { keepStanding } from "../memory/standing-cache.ts";
import { openWordTable } from "../memory/word-vectors/table.ts";
import type { WordVectors } from "../memory/word-vectors/word-vectors.ts";
import type { Models } from "../providers/create-models.ts";
import { CostLedger } from "../storage/d1/costs.ts";
import { openDatabase } from "../storage/d1/database.ts";
import { createMemoryStorage } from "../storage/d1/memory/memory-storage.ts";

export interface MemoryWiring {
  env: Env;
  ids: Ids;
  now(): number;
  log: Log;
  models: Models;
}

export function wireMemory({ env, ids, now, log, models }: MemoryWiring): LongTermMemory {
  return createMemory({
    storage: keepStanding(createMemoryStorage(env.DB), now),
    ids,
    now,
    onFailure: (what, cause) => log.warn("memory_failed", { what, cause: String(cause) }),
    wordVectors: () => wordTable(env, log),
    models: modelAccess(env, models),
  });
}

let table: Promise<WordVectors | undefined> | undefined;

/** One for each process, fetched when memory is first searched. */
function wordTable(env: Env, log: Log): Promise<WordVectors | undefined> {
  table ??= loadWordTable(env).catch((cause: unknown) => {
    table = undefined;
    log.warn("word_vectors_missing", { cause: String(cause) });
    return undefined;
  });
  return table;
}

async function loadWordTable(env: Env): Promise<WordVectors | undefined> {
  const response = await env.ASSETS.fetch("https://assets.invalid/word-vectors.bin");
  return response.ok ? openWordTable(await response.arrayBuffer()) : undefined;
}

function modelAccess(env: Env, models: Models): ModelAccess {
  const ledger = new CostLedger(openDatabase(env.DB));
  return {
    model: models,
    fastModel() {
      const model = models.fastModel();
      return model.startsWith("offline/") ? undefined : model;
    },
    async recordCost({ model, usage, ...cost }) {
      const slash = model.indexOf("/");
      await ledger.insert({
        ...cost,
        ...usage,
        turn_id: "",
        agent: "",
        purpose: "memory",
        provider: model.slice(0, Math.max(0, slash)),
        model: model.slice(slash + 1),
      });
    },
  };
}

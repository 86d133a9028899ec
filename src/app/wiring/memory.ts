/** Long-term memory of this Worker. */
import type { PromptTexts } from "../../agent/prompts/prompt-texts.ts";
import { AppError } from "../../domain/errors.ts";
import type { Ids } from "../../domain/ids.ts";
import { INTERRUPTED } from "../../domain/ledger.ts";
import { createMemory, type LongTermMemory, type MemoryDeps } from "../../memory/create-memory.ts";
import { cachedEmbedder } from "../../memory/embed/cached.ts";
import { createOpenAiEmbedder } from "../../memory/embed/openai-compatible.ts";
import { createWorkersAiEmbedder, type EmbeddingAi } from "../../memory/embed/workers-ai.ts";
import type { ModelAccess } from "../../memory/model/ask.ts";
import type { Embedder } from "../../memory/ports/vector-ports.ts";
import { keepStanding } from "../../memory/read/standing-cache.ts";
import { openWordTable } from "../../memory/word-vectors/table.ts";
import type { WordVectors } from "../../memory/word-vectors/word-vectors.ts";
import type { Log } from "../../observability/log-port.ts";
import { pause } from "../../platform/pause.ts";
import { Lease, leadOrLook } from "../../platform/shared-work.ts";
import { type AccountStore, baseUrlOf } from "../../providers/accounts.ts";
import { parseCatalog } from "../../providers/catalog/catalog.ts";
import type { Models } from "../../providers/create-models.ts";
import type { QuotaEnforcer } from "../../quotas/quota-enforcer.ts";
import { MODEL_FILES } from "../../storage/bundled.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { CostLedger } from "../../storage/d1/ledger/costs.ts";
import { createMemoryStorage } from "../../storage/d1/memory/memory-storage.ts";
import { D1EmbeddingCache } from "../../storage/d1/passages/embedding-cache.ts";
import { D1VectorIndex, D1VectorNotes } from "../../storage/vector/d1-vector-index.ts";
import { VectorizeVectorIndex } from "../../storage/vector/vectorize-index.ts";
import type { Settings } from "../config.ts";
import type { Env } from "../env.ts";
import { connectedKey } from "./outside/connected-key.ts";

interface MemoryWiring {
  env: Env;
  ids: Ids;
  now(): number;
  log: Log;
  models: Models;
  settings: Settings;
  accounts: Pick<AccountStore, "snapshot">;
  quotas: Pick<QuotaEnforcer, "memories">;
  prompts: PromptTexts;
  /** Called when passages were left without a vector. */
  onGap(): void;
}

export function wireMemory({
  env,
  settings,
  accounts,
  ids,
  now,
  log,
  models,
  quotas,
  prompts,
  onGap,
}: MemoryWiring): LongTermMemory {
  const vectors = vectorsOf({ env, settings, accounts }, now);
  const storage = createMemoryStorage(env.DB, () => ids.create("fgt"));
  return createMemory({
    storage: keepStanding({ ...storage, memories: quotas.memories(storage.memories) }, now),
    ids,
    now,
    onGap,
    onFailure: (what, cause) => log.warn("memory_failed", { what, cause: String(cause) }),
    wordVectors: () => wordTable(env, log),
    models: modelAccess({ env, models, prompts }),
    ...(vectors === undefined ? {} : { vectors }),
  });
}

interface EmbedderParts {
  env: Env;
  settings: Settings;
  /** Accounts whose keys serve embeddings too. */
  accounts: Pick<AccountStore, "snapshot">;
}

/** A real embedder and its index, when EMBEDDING_MODEL names one that can be called. */
function vectorsOf(parts: EmbedderParts, now: () => number): MemoryDeps["vectors"] {
  const { env, settings } = parts;
  const embedder = embedderOf(parts);
  if (embedder === undefined) return undefined;
  const useVectorize = settings.VECTORIZE_ENABLED === "true" && env.VECTORIZE !== undefined;
  return {
    embedder: cachedEmbedder(embedder, new D1EmbeddingCache(env.DB), now),
    index:
      useVectorize && env.VECTORIZE !== undefined
        ? new VectorizeVectorIndex(env.VECTORIZE, new D1VectorNotes(env.DB))
        : new D1VectorIndex(env.DB),
  };
}

/** Throws an AppError when EMBEDDING_MODEL names an unknown model. */
function embedderOf({ env, settings, accounts }: EmbedderParts): Embedder | undefined {
  const id = settings.EMBEDDING_MODEL;
  if (id === undefined) return undefined;
  const model = id.slice(id.indexOf("/") + 1);
  const provider = parseCatalog(MODEL_FILES).provider(id.slice(0, id.indexOf("/")));
  if (provider?.protocol === "workers-ai" && env.AI !== undefined) {
    return createWorkersAiEmbedder(env.AI as unknown as EmbeddingAi, model);
  }
  const setting = (name: string) => {
    const value = env[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const base_url = provider?.protocol === "openai" ? baseUrlOf(provider, setting) : undefined;
  if (provider === undefined || base_url === undefined) {
    throw new AppError(
      "internal",
      `EMBEDDING_MODEL: ${id} is of no provider that makes embeddings here. ${HINT}`,
    );
  }
  return createOpenAiEmbedder({
    id,
    model,
    base_url,
    key: () =>
      (provider.key_variable && setting(provider.key_variable)?.split(",")[0]) ||
      connectedKey(provider.name, accounts),
    send: (url, init) => fetch(url, init),
  });
}

const HINT =
  "Name one such as openai/text-embedding-3-small, ollama/nomic-embed-text or, once deployed, workers-ai/@cf/baai/bge-m3, or leave it out.";

let table: WordVectors | undefined;
const loading = new Lease(Date.now);
const LONGEST_LOADING_MS = 5_000;

/** One table for each process, fetched when memory is first searched. If it cannot be loaded, search goes without it. */
async function wordTable(env: Env, log: Log): Promise<WordVectors | undefined> {
  let isMissing = false;
  const found = await leadOrLook({
    lease: loading,
    lost_after_ms: LONGEST_LOADING_MS,
    look: () => table ?? (isMissing ? "missing" : undefined),
    begins_in: () => 0,
    async lead() {
      table = await loadWordTable(env).catch((cause: unknown) => {
        log.warn("word_vectors_missing", { cause: String(cause) });
        return undefined;
      });
      isMissing = table === undefined;
    },
    pause,
  });
  return found === "missing" ? undefined : found;
}

async function loadWordTable(env: Env): Promise<WordVectors | undefined> {
  const response = await env.ASSETS.fetch("https://assets.invalid/word-vectors.bin");
  return response.ok ? openWordTable(await response.arrayBuffer()) : undefined;
}

function modelAccess({
  env,
  models,
  prompts,
}: Pick<MemoryWiring, "env" | "models" | "prompts">): ModelAccess {
  const ledger = new CostLedger(openDatabase(env.DB));
  return {
    model: models,
    prompts,
    fastModel() {
      const model = models.fastModel();
      return model.startsWith("offline/") ? undefined : model;
    },
    estimate: (model, prompt_tokens, output_tokens) => models.estimate(model, prompt_tokens, output_tokens),
    takesForm: (model) => models.info(model).capabilities.json === true,
    async recordCost({ model, usage, is_estimate, ...cost }) {
      const slash = model.indexOf("/");
      await ledger.put({
        ...cost,
        ...usage,
        turn_id: "",
        agent: "",
        purpose: is_estimate ? INTERRUPTED : "memory",
        provider: model.slice(0, Math.max(0, slash)),
        model: model.slice(slash + 1),
      });
    },
  };
}

/**
 * Long-term memory, put together from its ports. One for each process (a Worker isolate or a Durable Object):
 *
 *   const memory = createMemory({ storage: createMemoryStorage(env.DB), ids, now, onFailure, wordVectors, models });
 *   memory.recall            -> RecallPort of the loop
 *   memory.flush             -> FlushMemory of compaction
 *   createMemoryTools(...)   -> Tool[] for the registry (src/tools/memory)
 *   memory.indexTurns(...)   -> after an answer is out: one D1 batch for all turns handed over together
 *   memory.keepWishes(...)   -> beside it: standing wishes and preferences among those turns
 *   memory.indexFile(...)    -> when a workspace file or an upload was written; removeFile when it is gone
 *   memory.forgetSource(...) -> when a conversation is deleted
 *   memory.facts.edit(...)   -> verbs of single items (items.ts): each keeps the index in step with the store
 *   memory.learning          -> what jobs do with conversations and files (src/jobs/memory-jobs.ts)
 */
import type { FlushMemory } from "../agent/ports/flush-memory.ts";
import type { RecallPort } from "../agent/ports/memory.ts";
import type { Ids } from "../domain/ids.ts";
import { type EmbedRun, embedMissing } from "./embed/embed-missing.ts";
import type { Vectors } from "./embed/passages.ts";
import { withVectors } from "./embed/with-vectors.ts";
import type { ExportedLine } from "./forget/export.ts";
import type { Forgetting, ForgottenCounts } from "./forget/forget.ts";
import { type FileItem, indexFile, removeFile } from "./index/files.ts";
import { indexTurns, type TurnItem } from "./index/turns.ts";
import { type MemoryItems, memoryItems } from "./items.ts";
import type { ModelCore } from "./learn/extract.ts";
import { createFlushMemory } from "./learn/flush.ts";
import { createLearning, type Learning } from "./learn/learning.ts";
import type { ModelAccess } from "./model/ask.ts";
import type { Core, MemoryStorage } from "./ports/core.ts";
import type { ChunkStore, PhraseSearch } from "./ports/index-port.ts";
import type { Scope } from "./ports/model.ts";
import type { MessagePlace, ProgressStore, Reader } from "./ports/stores.ts";
import { type DeepRequest, type DeepResult, deepMemory } from "./read/deep-memory.ts";
import { createRecall, findRecallCandidates, type Message, type RecallCandidate } from "./read/recall.ts";
import { createTitles } from "./read/titles.ts";
import type { SearchHit } from "./search/hit.ts";
import { conversationsSaying, type FoundMessage, messagesSaying } from "./search/phrase-search.ts";
import type { SearchDeps, SearchRequest } from "./search/request.ts";
import { search } from "./search/search.ts";
import { createStatisticsCache } from "./search/statistics.ts";
import { fittingWishes, type StandingWish } from "./wishes/fit.ts";
import { keepWishes } from "./wishes/keep.ts";
import type { WordVectors } from "./word-vectors/word-vectors.ts";
import { addCommitment, type CommitmentOutcome, type NewCommitment } from "./write/commitments.ts";
import { expire } from "./write/expire.ts";
import { type FactOutcome, type NewFact, writeFact } from "./write/facts.ts";
import { type Exploration, explore, type Graph } from "./write/graph.ts";
import { createNames } from "./write/names.ts";
import { type NewMemory, type RememberResult, remember } from "./write/remember.ts";

export type { MemoryStorage } from "./ports/core.ts";

export interface MemoryDeps {
  storage: MemoryStorage;
  ids: Ids;
  /** ms since the epoch. */
  now(): number;
  /** Reports a failure that a turn must not see. */
  onFailure(what: string, cause: unknown): void;
  /** Called once, when memory is first searched. Absent: words match by their stem only. */
  wordVectors?: () => Promise<WordVectors | undefined>;
  /** A real embedder and its vector index. Absent: the word vectors serve. */
  vectors?: Vectors;
  /** Called when passages were stored without a vector: `embedMissing` has to run. */
  onGap?(): void;
  /** Models for extraction, consolidation, deep memory and prose. Absent: these do without, or do nothing. */
  models?: ModelAccess;
}

/** The vectors of a real embedder. */
interface Embedding {
  /** Names the model and the index of its vectors. */
  space: string;
  /** The model in the form that EMBEDDING_MODEL uses. */
  model: string;
  /** A unit-length vector for each text, in order. Throws when the model cannot be reached. */
  of(texts: readonly string[]): Promise<Float32Array[]>;
  /** Computes vectors for passages that lack one. `next` is where the next run continues; absent at the end. */
  missing(run: EmbedRun): Promise<{ embedded: number; next?: number }>;
}

export interface LongTermMemory extends MemoryItems {
  recall: RecallPort;
  flush: FlushMemory;
  learning: Learning;
  /** Preloads what the first search would otherwise wait for. */
  ready(): Promise<void>;
  search(request: Omit<SearchRequest, "now">): Promise<SearchHit[]>;
  /** The passages nearest to a message, and whether a turn with that message would get them. */
  recallCandidates(message: Message): Promise<RecallCandidate[]>;
  remember(entry: NewMemory): Promise<RememberResult>;
  writeFact(entry: NewFact): Promise<FactOutcome>;
  addCommitment(entry: NewCommitment): Promise<CommitmentOutcome>;
  indexTurns(items: readonly TurnItem[]): Promise<void>;
  /** Keeps what the turns say that is meant for all conversations. Idempotent. */
  keepWishes(items: readonly TurnItem[]): Promise<void>;
  /** The wishes that a turn with that message would be given. */
  fittingWishes(reader: Reader, message: string): Promise<StandingWish[]>;
  indexFile(file: FileItem): Promise<{ status: "indexed" | "unchanged"; pieces: number }>;
  removeFile(owner: string, path: string): Promise<void>;
  /** Removes all passages of a conversation, when it is deleted. */
  forgetSource(owner: string, source: string): Promise<number>;
  /** The item can be restored for 30 days, unless `isFinal`. */
  forgetItem(owner: string, id: string, options?: Forgetting): Promise<boolean>;
  /** Forgets a deleted message: its passage and everything learnt from it. */
  forgetMessage(owner: string, place: MessagePlace): Promise<number>;
  forgetAbout(
    reader: Reader,
    name: string,
    options: { dryRun: boolean } & Partial<Forgetting>,
  ): Promise<ForgottenCounts>;
  /** Everything remembered, one object at a time. */
  exportLines(owner: string, scopes: readonly Scope[]): AsyncGenerator<ExportedLine>;
  /** For all owners: faded memories leave the index; old commitments, vectors and tombstones expire. */
  expire(heartbeat: () => Promise<void>): Promise<{ faded: number; expired: number; forgotten: number }>;
  /** The given files that were never indexed. */
  unindexed: ProgressStore["unindexed"];
  /** Ids of the conversations that contain these words. */
  conversationsSaying(owner: string, text: string): Promise<string[]>;
  /** Messages that contain the words, newest first. */
  messagesSaying(query: Omit<PhraseSearch, "query"> & { text: string }): Promise<FoundMessage[]>;
  /** Undefined without a real embedder. */
  embedding: Embedding | undefined;
  deep(request: DeepRequest): Promise<DeepResult>;
  /** Titles of the conversations that have one, at most a minute old. */
  titlesOf(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  graph(owner: string, exploration: Exploration): Promise<Graph>;
}

/** Loaded by the first removal: most isolates forget nothing. */
const forgetting = () => import("./forget/forget.ts");

export function createMemory(deps: MemoryDeps): LongTermMemory {
  const { now } = deps;
  const chunks = chunksOf(deps);
  const storage = { ...deps.storage, chunks };
  const names = createNames(storage.aliases, now);
  const core: ModelCore = { storage, names, ids: deps.ids, now, models: deps.models };
  const searchDeps = searchDepsOf(deps, core);
  const titles = createTitles(core);
  const recallDeps = { ...searchDeps, core, titles };
  const find = (request: Omit<SearchRequest, "now">) => search(searchDeps, { ...request, now: now() });
  const indexAll = (items: readonly TurnItem[]) => indexTurns(chunks, items, now());
  return {
    ...memoryItems(core),
    learning: createLearning(core),
    flush: createFlushMemory(core, indexAll),
    recall: createRecall(recallDeps),
    recallCandidates: (message) => findRecallCandidates(recallDeps, message),
    ready: async () => void (await deps.wordVectors?.()),
    search: find,
    remember: (entry) => remember(core, entry),
    writeFact: (entry) => writeFact(core, entry),
    addCommitment: (entry) => addCommitment(core, entry),
    indexTurns: indexAll,
    keepWishes: (items) => keepWishes(core, items),
    async fittingWishes({ owner, scopes }, message) {
      const { wishes } = await storage.standing.of(owner, scopes);
      return fittingWishes(wishes, message, await deps.wordVectors?.());
    },
    indexFile: (file) => indexFile(core, file),
    removeFile: (owner, path) => removeFile(core, owner, path),
    forgetSource: async (owner, source) => (await chunks.remove(owner, source)).length,
    forgetItem: async (owner, id, how = { isFinal: false }) =>
      (await forgetting()).forgetItem(core, owner, { id, ...how }),
    async forgetMessage(owner, place) {
      const { forgetMessage } = await import("./forget/forget-message.ts");
      return forgetMessage(core, owner, place);
    },
    forgetAbout: async (reader, name, options) =>
      (await forgetting()).forgetAbout(core, reader, { isFinal: false, name, ...options }),
    async *exportLines(owner, scopes) {
      const { exportLines } = await import("./forget/export.ts");
      yield* exportLines(core, owner, scopes);
    },
    expire: (heartbeat) => expire(core, heartbeat),
    unindexed: (files) => storage.progress.unindexed(files),
    conversationsSaying: (owner, text) => conversationsSaying(chunks, owner, text),
    messagesSaying: (query) => messagesSaying(chunks, query),
    embedding: embeddingOf(deps),
    titlesOf: (owner, ids) => titles.of(owner, ids),
    deep: (request) => deepMemory({ ...core, search: find }, request),
    graph: (owner, exploration) => explore(core, owner, exploration),
  };
}

function chunksOf({ storage, vectors, onFailure, onGap = () => {} }: MemoryDeps): ChunkStore {
  if (vectors === undefined) return storage.chunks;
  const { unembedded } = storage;
  return withVectors(storage.chunks, { ...vectors, unembedded, onFailure, onGap });
}

function embeddingOf({ storage, vectors }: MemoryDeps): Embedding | undefined {
  if (vectors === undefined) return undefined;
  return {
    model: vectors.embedder.model,
    of: (texts) => vectors.embedder.embed(texts),
    space: vectors.index.space(vectors.embedder.model),
    missing: (run) => embedMissing(vectors, storage.unembedded, run),
  };
}

function searchDepsOf(deps: MemoryDeps, core: Core): SearchDeps {
  return {
    chunks: core.storage.chunks,
    statistics: createStatisticsCache(),
    wordVectors: deps.wordVectors ?? (() => Promise.resolve(undefined)),
    otherNames: (owner) => core.names.others(owner),
    onFailure: deps.onFailure,
    ...(deps.vectors === undefined ? {} : { vectors: deps.vectors }),
  };
}

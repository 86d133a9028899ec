/** Search: keywords and vectors find candidates, their surroundings are read, plain signals rank them. */
import type { Passage } from "../model.ts";
import type { ChunkStore, Embedder, KeywordHit, Reach, Span, VectorHit, VectorIndex } from "../ports.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import { type Prepared, prepare, surroundings } from "./prepared.ts";
import { type ParsedQuery, parseQuery } from "./query.ts";
import { type Signals, signalsFor } from "./signals.ts";
import type { Statistics, StatisticsCache } from "./statistics.ts";
import { WEIGHTS, type Weights, weigh } from "./weights.ts";

export interface SearchDeps {
  chunks: ChunkStore;
  statistics: StatisticsCache;
  /** Loaded when first needed; undefined where the asset is missing: then words match by stem only. */
  wordVectors(): Promise<WordVectors | undefined>;
  vectors?: { index: VectorIndex; embedder: Embedder };
  /** Other names by the key of a name. */
  aliases(owner: string): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface SearchRequest extends Reach {
  query: string;
  limit: number;
  /** ms since the epoch. */
  now: number;
  signal?: AbortSignal;
}

export interface SearchHit {
  passage: Passage;
  score: number;
  signals: Signals;
}

const KEYWORD_CANDIDATES = 200;
const VECTOR_CANDIDATES = 100;
/** Candidates whose surroundings are read. */
const READ_CANDIDATES = 200;
/** A neighbour of a candidate is one too, and each is scored with two neighbours on its sides. */
const SPREAD = 2;
const WINDOW = 2;
/** Passages that may match before the commonest words are left out of the match. */
const MATCH_BUDGET = 6_000;

export async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchHit[]> {
  const query = parseQuery(request.query, request.now);
  const tokens = [...query.stems, ...query.extra];
  if (tokens.length === 0) return [];
  const [statistics, vectors, aliases, nearest] = await Promise.all([
    deps.statistics.of(tokens, request.now),
    deps.wordVectors(),
    deps.aliases(request.owner),
    nearestByVector(deps, request, query),
  ]);
  const found = await deps.chunks.search({
    ...reachOf(request),
    words: matchWords(query, statistics),
    limit: KEYWORD_CANDIDATES,
  });
  const around = await readAround(deps, request, found, nearest);
  const wanted = new Set(tokens);
  const scene = surroundings(around.map((passage) => prepare(passage, wanted)));
  const similarity = deps.vectors === undefined ? undefined : similarityOf(nearest);
  const signalsOf = signalsFor({ query, statistics, surroundings: scene, vectors, similarity, aliases });
  return rank(candidates(scene.all, found, nearest), signalsOf, WEIGHTS).slice(0, request.limit);
}

function reachOf(request: SearchRequest): Reach {
  return {
    owner: request.owner,
    scopes: request.scopes,
    ...(request.source === undefined ? {} : { source: request.source }),
    ...(request.kinds === undefined ? {} : { kinds: request.kinds }),
  };
}

/**
 * The rarest words first, until they match enough: a passage that has only the commonest words of a question cannot
 * rank high, and looking at all of those is what makes search slow in a large index.
 */
export function matchWords(query: ParsedQuery, statistics: Statistics): string[] {
  const tokens = [
    ...query.stems.map((stem, index) => ({
      word: query.words[index] ?? stem,
      count: statistics.count(stem),
    })),
    ...query.extra.map((token) => ({ word: token, count: statistics.count(token) })),
  ].sort((a, b) => a.count - b.count);
  const chosen: string[] = [];
  let matched = 0;
  for (const { word, count } of tokens) {
    if (matched > 0 && matched + count > MATCH_BUDGET) break;
    chosen.push(word);
    matched += count;
  }
  return chosen;
}

async function nearestByVector(
  deps: SearchDeps,
  request: SearchRequest,
  query: ParsedQuery,
): Promise<VectorHit[]> {
  if (deps.vectors === undefined) return [];
  const { index, embedder } = deps.vectors;
  const [vector] = await embedder.embed([query.text], request.signal);
  if (!vector) return [];
  return index.search(reachOf(request), { model: embedder.model, vector }, VECTOR_CANDIDATES);
}

function similarityOf(nearest: readonly VectorHit[]): Map<number, number> {
  return new Map(nearest.map((hit) => [hit.chunk_id, hit.score]));
}

async function readAround(
  deps: SearchDeps,
  request: SearchRequest,
  found: readonly KeywordHit[],
  _nearest: readonly VectorHit[],
): Promise<Passage[]> {
  const seeds = found.slice(0, READ_CANDIDATES).map((hit) => hit.passage);
  const spans = mergeSpans(seeds.map(spanAround));
  return deps.chunks.read(request.owner, spans);
}

function spanAround({ source, ordinal, kind }: Passage): Span {
  const reach = kind === "turn" ? SPREAD + WINDOW : 0;
  return { source, from: ordinal - reach, to: ordinal + reach };
}

/** Overlapping spans as one, so that nothing is read twice. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) =>
    a.source === b.source ? a.from - b.from : a.source < b.source ? -1 : 1,
  );
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && last.source === span.source && span.from <= last.to + 1) {
      last.to = Math.max(last.to, span.to);
    } else {
      merged.push({ ...span });
    }
  }
  return merged;
}

function candidates(
  all: readonly Prepared[],
  found: readonly KeywordHit[],
  nearest: readonly VectorHit[],
): Prepared[] {
  const chosen = new Set([...found.map((hit) => hit.passage.id), ...nearest.map((hit) => hit.chunk_id)]);
  const near = new Set<string>();
  for (const { passage } of found) {
    for (let step = -SPREAD; step <= SPREAD; step++)
      near.add(`${passage.source}\u0000${passage.ordinal + step}`);
  }
  return all.filter(
    ({ passage }) => chosen.has(passage.id) || near.has(`${passage.source}\u0000${passage.ordinal}`),
  );
}

function rank(
  pool: readonly Prepared[],
  signalsOf: (candidate: Prepared) => Signals,
  weights: Weights,
): SearchHit[] {
  return pool
    .map((candidate) => {
      const signals = signalsOf(candidate);
      return { passage: candidate.passage, signals, score: weigh(signals, weights) };
    })
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

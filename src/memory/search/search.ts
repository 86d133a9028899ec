import type { KeywordHit, Reach } from "../ports/index-port.ts";
import type { Passage, Scope } from "../ports/model.ts";
import type { VectorHit } from "../ports/vector-ports.ts";
import { type Place, placeKey, spansAround, spread } from "./candidates.ts";
import { findWords } from "./find-words.ts";
import { createLexicon } from "./lexicon.ts";
import { type PreparedPassage, prepare, surroundings } from "./prepared-passage.ts";
import { type ParsedQuery, parseQuery } from "./query.ts";
import { rank } from "./rank.ts";
import { relevanceTo } from "./relevance.ts";
import type { SearchDeps, SearchRequest } from "./request.ts";
import { type Signals, type Similarity, signalsFor } from "./signals.ts";
import { statisticsOf } from "./statistics.ts";
import { vocabularyOf } from "./vocabulary.ts";

export interface SearchHit {
  passage: Passage;
  score: number;
  signals: Signals;
  /**
   * Confidence that the passage is about the question at all. Unlike scores, it is comparable between
   * questions.
   */
  relevance(): number;
}

const VECTOR_CANDIDATES = 100;
/** Positions to score, in one conversation and everywhere; their neighbours are read with them. */
const SCORED_IN_ONE = 600;
const SCORED = 80;

export async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchHit[]> {
  const query = parseQuery(request.query, request.now);
  if (query.stems.length + query.extra.length === 0) return [];
  const [vectors, aliases, nearest, found] = await Promise.all([
    deps.wordVectors(),
    deps.otherNames(request.owner),
    nearestByVector(deps, request, query),
    findWords(deps, request, query),
  ]);
  if (found === undefined) return [];
  const byMeaning = await placesOf(deps, request, nearest);
  const scored = request.candidates ?? (request.source === undefined ? SCORED : SCORED_IN_ONE);
  const places = [...spread(found.hits, scored), ...spread(byMeaning, VECTOR_CANDIDATES)];
  const { meter } = request;
  const neighbours = await deps.chunks.read(request.owner, spansAround(places), {
    meter,
    state: found.state,
  });
  // Neighbours lie in the same conversation, which is not always of one scope.
  const seen = neighbours.filter(({ scope }) => isReadable(request, scope));
  const vocabulary = vocabularyOf(vectors);
  const digests = seen.map((passage) => vocabulary.digest(passage));
  const statistics = statisticsOf(found.frequencies);
  const lexicon = createLexicon(query, statistics, vocabulary);
  const scene = surroundings(
    digests.map((digest, index) => prepare(seen[index] as Passage, digest, lexicon)),
  );
  const similarity = similarityTo(nearest);
  const asker = request.asker === undefined ? {} : { asker: request.asker };
  const signalsOf = signalsFor({ query, lexicon, surroundings: scene, similarity, aliases, ...asker });
  const pool = scene.all.filter(among(places));
  const relevance = relevanceTo({
    query,
    lexicon,
    surroundings: scene,
    similarity,
    aliases,
    total: statistics.total,
    ...asker,
  });
  return rank(pool, signalsOf, query)
    .slice(0, request.limit)
    .map(({ candidate, score, signals }) => ({
      passage: candidate.passage,
      score,
      signals,
      relevance: () => relevance(candidate, signals),
    }));
}

function among(places: readonly Place[]): (candidate: PreparedPassage) => boolean {
  const chosen = new Set(places.map(placeKey));
  return ({ passage }) => chosen.has(placeKey(passage));
}

function isReadable({ scopes }: Reach, scope: Scope): boolean {
  return scopes === "all" || scopes.includes(scope);
}

/** Positions of the nearest vectors; deleted passages and those outside the reader's reach are dropped. */
async function placesOf(
  deps: SearchDeps,
  request: SearchRequest,
  nearest: readonly VectorHit[],
): Promise<KeywordHit[]> {
  if (nearest.length === 0) return [];
  const found = await deps.chunks.locate(request.owner, { ids: nearest.map((hit) => hit.chunk_id) });
  const scores = scoresOf(nearest);
  return found
    .filter(({ scope, kind, source }) => {
      const wanted = request.kinds === undefined || request.kinds.includes(kind);
      return wanted && isReadable(request, scope) && (request.source ?? source) === source;
    })
    .map((hit) => ({ ...hit, score: scores.get(hit.id) ?? 0 }));
}

function reachOf(request: SearchRequest): Reach {
  return {
    owner: request.owner,
    scopes: request.scopes,
    ...(request.source === undefined ? {} : { source: request.source }),
    ...(request.kinds === undefined ? {} : { kinds: request.kinds }),
  };
}

/** Without a reachable model the search goes on without vectors. */
async function nearestByVector(
  deps: SearchDeps,
  request: SearchRequest,
  query: ParsedQuery,
): Promise<VectorHit[]> {
  if (deps.vectors === undefined) return [];
  const { index, embedder } = deps.vectors;
  try {
    const [vector] = await embedder.embed([query.text], request.signal);
    if (vector === undefined) return [];
    return await index.search({ model: embedder.model, reach: reachOf(request) }, vector, VECTOR_CANDIDATES);
  } catch (cause) {
    deps.onFailure("vector search", cause);
    return [];
  }
}

function scoresOf(nearest: readonly VectorHit[]): Map<number, number> {
  return new Map(nearest.map((hit) => [hit.chunk_id, hit.score]));
}

/** Without hits (no model, unreachable, or no vectors yet) the word vectors serve. */
function similarityTo(nearest: readonly VectorHit[]): Similarity | undefined {
  if (nearest.length === 0) return undefined;
  const all = nearest.map((hit) => hit.score);
  // When the list is full, anything not in it is further away than its end; otherwise it may only lack a
  // vector yet.
  const most = nearest.length < VECTOR_CANDIDATES ? Math.max(...all) : Math.min(...all);
  return { scores: scoresOf(nearest), most };
}

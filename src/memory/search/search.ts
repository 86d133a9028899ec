import type { KeywordHit, Reach } from "../ports/index-port.ts";
import type { Scope } from "../ports/model.ts";
import type { VectorHit } from "../ports/vector-ports.ts";
import { timeAsked } from "../time/asked-time.ts";
import { spansAround, spread } from "./candidates.ts";
import { findWords } from "./find-words.ts";
import type { SearchHit } from "./hit.ts";
import { mergeParts } from "./merge.ts";
import { poolOf } from "./pool.ts";
import { type ParsedQuery, parseQuery } from "./query.ts";
import type { SearchDeps, SearchRequest } from "./request.ts";
import type { Similarity } from "./signals.ts";
import { statisticsOf } from "./statistics.ts";

const VECTOR_CANDIDATES = 100;
/** Positions to score, in one conversation and everywhere; their neighbours are read with them. */
const SCORED_IN_ONE = 600;
const SCORED = 120;
/**
 * Share of a small number of candidates that is kept for the best matches themselves: what neighbours add up to
 * would crowd out what was told once.
 */
const OWN_SHARE = 0.5;

export async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchHit[]> {
  const query = parseQuery(request.query, await timeAsked(request.query, request));
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
  const limit = scored * (1 + query.parts.length);
  const places = [
    ...spread(found.hits, limit, request.candidates === undefined ? 0 : limit * OWN_SHARE),
    ...spread(byMeaning, VECTOR_CANDIDATES),
  ];
  const { meter } = request;
  const neighbours = await deps.chunks.read(request.owner, spansAround(places), {
    meter,
    state: found.state,
  });
  // Neighbours lie in the same conversation, which is not always of one scope.
  const seen = neighbours.filter(({ scope }) => isReadable(request, scope));
  const pool = poolOf({ request, seen, places, vectors, statistics: statisticsOf(found.frequencies) });
  const similarity = similarityTo(nearest);
  const ranked = (sought: ParsedQuery) => pool.ranked(sought, { similarity, aliases });
  return mergeParts(query, ranked).slice(0, request.limit);
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

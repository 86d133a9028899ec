/** Search: keywords and vectors find candidates, their surroundings are read, plain signals rank them. */
import type { Vectors } from "../embed/passages.ts";
import type { Passage } from "../model.ts";
import type { ChunkStore, KeywordHit, Meter, Reach, WantedWord } from "../ports.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf } from "../text/words.ts";
import type { VectorHit } from "../vector-ports.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import { placeKey, placeOf, spansAround, spread } from "./candidates.ts";
import { createLexicon } from "./lexicon.ts";
import { prepare, surroundings } from "./prepared.ts";
import { type ParsedQuery, parseQuery } from "./query.ts";
import { type Ranked, rank } from "./rank.ts";
import { type Similarity, signalsFor } from "./signals.ts";
import type { Statistics, StatisticsCache } from "./statistics.ts";
import { vocabularyOf } from "./vocabulary.ts";

export interface SearchDeps {
  chunks: ChunkStore;
  statistics: StatisticsCache;
  /** Loaded when first needed; undefined where the asset is missing: then words match by stem only. */
  wordVectors(): Promise<WordVectors | undefined>;
  vectors?: Vectors;
  onFailure(what: string, cause: unknown): void;
  /** Other names by the key of a name. */
  otherNames(owner: string): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface SearchRequest extends Reach {
  query: string;
  limit: number;
  /** ms since the epoch. */
  now: number;
  signal?: AbortSignal;
  /** How many candidates are scored; fewer are quicker. */
  candidates?: number;
  /** Adds up what the search costs. */
  meter?: Meter;
}

export type SearchHit = Ranked;

const KEYWORD_CANDIDATES = 200;
const VECTOR_CANDIDATES = 100;
/** Positions that are scored; their neighbours are read with them. */
const SCORED = 200;
const SCORED_EVERYWHERE = 80;
/** Passages of the owner that may match before the commonest words are left out of the match. */
const MATCH_BUDGET = 5_000;
/** In fewer of the owner's passages than this a word is rare. */
const RARE = 3;
/** What a match of another word of like meaning is worth as a candidate. */
const SYNONYM = 0.5;

export async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchHit[]> {
  const query = parseQuery(request.query, request.now);
  const tokens = [...query.stems, ...query.extra];
  if (tokens.length === 0) return [];
  const everywhere = request.source === undefined;
  const [statistics, vectors, aliases, nearest] = await Promise.all([
    deps.statistics.of(request.owner, tokens, request.now, request.meter),
    deps.wordVectors(),
    deps.otherNames(request.owner),
    nearestByVector(deps, request, query),
  ]);
  const found = await deps.chunks.search({
    ...reachOf(request),
    words: withSynonyms(matchWords(query, statistics), query, { statistics, vectors }),
    meter: request.meter,
    limit: request.candidates ?? KEYWORD_CANDIDATES,
  });
  const byMeaning = await placesOf(deps, request, nearest);
  const scored = request.candidates ?? (everywhere ? SCORED_EVERYWHERE : SCORED);
  const places = [...spread(found, scored), ...spread(byMeaning, VECTOR_CANDIDATES)];
  const around = await deps.chunks.read(request.owner, spansAround(places), request.meter);
  // Neighbours lie in the same conversation, which is not always of one scope.
  const seen = around.filter((passage) => request.scopes.includes(passage.scope));
  const vocabulary = vocabularyOf(vectors);
  const digests = seen.map((passage) => vocabulary.digest(passage));
  const lexicon = createLexicon(query, statistics, vocabulary);
  const scene = surroundings(
    digests.map((digest, index) => prepare(seen[index] as Passage, digest, lexicon)),
  );
  const similarity = similarityTo(nearest);
  const signalsOf = signalsFor({ query, lexicon, surroundings: scene, similarity, aliases });
  const chosen = new Set(places.map((place) => placeKey(place.source, place.ordinal)));
  const pool = scene.all.filter(({ passage }) => chosen.has(placeOf(passage)));
  return rank(pool, signalsOf, query).slice(0, request.limit);
}

/** Where the nearest vectors stand; those of what is gone or not the reader's are left out. */
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
      return wanted && request.scopes.includes(scope) && (request.source ?? source) === source;
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

/**
 * The rarest words first, until they match enough: a passage that has only the commonest words of a question cannot
 * rank high, and looking at all of those is what makes search slow in a large index.
 */
export function matchWords(query: ParsedQuery, statistics: Statistics): WantedWord[] {
  const wanted = (token: string, word: string) => ({
    word,
    weight: statistics.idf(token),
    expected: statistics.expected(token),
  });
  const all = [
    ...query.stems.map((stem, index) => wanted(stem, query.words[index] ?? stem)),
    ...query.extra.map((token) => wanted(token, token)),
  ].sort((a, b) => a.expected - b.expected);
  let matched = 0;
  const enough = all.findIndex(({ expected }) => {
    if (matched > 0 && matched + expected > MATCH_BUDGET) return true;
    matched += expected;
    return false;
  });
  return (enough === -1 ? all : all.slice(0, enough)).map(({ word, weight }) => ({ word, weight }));
}

/** Words that hardly anybody here has used are looked for by those of like meaning too. */
export function withSynonyms(
  words: readonly WantedWord[],
  query: ParsedQuery,
  { statistics, vectors }: { statistics: Statistics; vectors: WordVectors | undefined },
): WantedWord[] {
  if (vectors === undefined) return [...words];
  const known = new Set(query.stems);
  const synonyms = words.flatMap(({ word, weight }) => {
    if (statistics.expected(stemOf(word)) >= RARE) return [];
    const fresh = vectors.near(word).filter((near) => !known.has(stemOf(near)) && !isStopword(near));
    for (const near of fresh) known.add(stemOf(near));
    return fresh.map((near) => ({ word: near, weight: weight * SYNONYM }));
  });
  return [...words, ...synonyms];
}

/** A model that cannot be reached costs the search its vectors, not its result. */
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
    return await index.search(embedder.model, reachOf(request), vector, VECTOR_CANDIDATES);
  } catch (cause) {
    deps.onFailure("vector search", cause);
    return [];
  }
}

function scoresOf(nearest: readonly VectorHit[]): Map<number, number> {
  return new Map(nearest.map((hit) => [hit.chunk_id, hit.score]));
}

/** Without a hit there is no model, it is away, or it has embedded nothing yet: then the word vectors serve. */
function similarityTo(nearest: readonly VectorHit[]): Similarity | undefined {
  if (nearest.length === 0) return undefined;
  const all = nearest.map((hit) => hit.score);
  // When the list is full, what is not in it is further away than its end; else it may only lack its vector yet.
  const most = nearest.length < VECTOR_CANDIDATES ? Math.max(...all) : Math.min(...all);
  return { scores: scoresOf(nearest), most };
}

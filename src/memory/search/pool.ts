/** The candidates of a search, read once, and ranked for the question or for each of its parts. */
import type { Passage } from "../ports/model.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import { type Place, placeKey } from "./candidates.ts";
import type { SearchHit } from "./hit.ts";
import { lackingFor } from "./lacking.ts";
import { createLexicon } from "./lexicon.ts";
import { type PreparedPassage, prepare, surroundings } from "./prepared-passage.ts";
import type { ParsedQuery } from "./query.ts";
import { rank } from "./rank.ts";
import { relevanceTo } from "./relevance.ts";
import type { SearchRequest } from "./request.ts";
import { type Similarity, signalsFor } from "./signals.ts";
import type { Aliases } from "./speakers.ts";
import type { Statistics } from "./statistics.ts";
import { vocabularyOf } from "./vocabulary.ts";

interface PoolDeps {
  request: Pick<SearchRequest, "asker">;
  /** Candidates and their neighbours. */
  seen: readonly Passage[];
  /** Positions of the candidates. */
  places: readonly Place[];
  vectors: WordVectors | undefined;
  statistics: Statistics;
}

interface Beside {
  similarity: Similarity | undefined;
  aliases: Aliases;
}

export interface Pool {
  /** Best first. */
  ranked(query: ParsedQuery, beside: Beside): SearchHit[];
}

export function poolOf({ request, seen, places, vectors, statistics }: PoolDeps): Pool {
  const { asker } = request;
  const vocabulary = vocabularyOf(vectors);
  const digests = seen.map((passage) => vocabulary.digest(passage));
  const isCandidate = among(places);
  const who = { ...(asker !== undefined && { asker }) };
  return {
    ranked(query, beside) {
      const lexicon = createLexicon(query, statistics, vocabulary);
      const scene = surroundings(
        digests.map((digest, index) => prepare(seen[index] as Passage, digest, lexicon)),
      );
      const sources = { query, lexicon, surroundings: scene, ...beside, ...who };
      const lacking = lackingFor(query);
      const relevance = relevanceTo({ ...sources, total: statistics.total });
      return rank(scene.all.filter(isCandidate), signalsFor(sources), query).map(
        ({ candidate, score, signals }) => ({
          passage: candidate.passage,
          score,
          signals,
          relevance: () => relevance(candidate, signals),
          lacks: () => lacking(candidate).map(({ name }) => name),
        }),
      );
    },
  };
}

function among(places: readonly Place[]): (candidate: PreparedPassage) => boolean {
  const chosen = new Set(places.map(placeKey));
  return ({ passage }) => chosen.has(placeKey(passage));
}

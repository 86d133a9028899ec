/** Finds the passages with words of a question, and each word's frequency: one round trip to the index. */
import type { FindRules, KeywordMatches, QueryWord, Question } from "../ports/index-port.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf } from "../text/words.ts";
import { daysAsWords } from "../time/range-words.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import { formsOf, inflectedWords } from "./forms.ts";
import type { ParsedQuery } from "./query.ts";
import type { SearchDeps, SearchRequest } from "./request.ts";
import { type Statistics, type StatisticsCache, statisticsOf } from "./statistics.ts";

/**
 * Matches whose places are looked at, however few are scored: a passage beside several of them is a candidate
 * too, and several answers to one question often share few of its words.
 */
const MATCHES = 600;
const RULES: FindRules = { most_matches: 5_000, rare_below: 3, near_worth: 0.5 };
/**
 * Words in a larger share of all passages are uninformative; with fewer passages than the second number no
 * word is common.
 */
const COMMON_SHARE = 0.25;
const COMMON_FROM = 60;

/** Undefined when there is nothing to search for. */
export async function findWords(
  deps: SearchDeps,
  request: SearchRequest,
  query: ParsedQuery,
): Promise<KeywordMatches | undefined> {
  const { statistics } = deps;
  const vectors = await deps.wordVectors();
  const inflected = inflectedWords(query, vectors);
  const ofRange = daysAsWords(query.time?.range);
  const mayBeCommon = request.unlessCommon === true && inflected.size === 0 && ofRange.length === 0;
  if (mayBeCommon && isKnownCommon(statistics, request, query)) return undefined;
  const ask = () =>
    deps.chunks.find(questionOf(request, [...wordsOf(query, vectors, inflected), ...ofRange], statistics));
  let found = await ask();
  if (!statistics.learn(request.owner, found.frequencies, request.now)) {
    found = await ask();
    statistics.learn(request.owner, found.frequencies, request.now);
  }
  const tells = !mayBeCommon || isTelling(statisticsOf(found.frequencies), query);
  return tells ? found : undefined;
}

function questionOf(request: SearchRequest, words: QueryWord[], statistics: StatisticsCache): Question {
  const { owner, scopes, source, kinds, meter, now } = request;
  return {
    owner,
    scopes,
    ...(source === undefined ? {} : { source }),
    ...(kinds === undefined ? {} : { kinds }),
    words: words.map((word) => {
      const count = statistics.count(word.stem, now);
      return count === undefined ? word : { ...word, count };
    }),
    rules: RULES,
    limit: MATCHES,
    totals: statistics.totals(owner),
    meter,
  };
}

function wordsOf(
  { stems, words, extra }: ParsedQuery,
  vectors: WordVectors | undefined,
  inflected: ReadonlySet<string>,
): QueryWord[] {
  const wanted = new Set(stems);
  const near = (word: string) =>
    (vectors?.near(word) ?? [])
      .map((each) => ({ word: each, stem: stemOf(each) }))
      .filter(({ word: each, stem }) => !wanted.has(stem) && !isStopword(each));
  return [
    ...stems.map((stem, index) => {
      const word = words[index] ?? stem;
      return { word, stem, near: inflected.has(word) ? [...near(word), ...formsOf(word)] : near(word) };
    }),
    ...extra.map((token) => ({ word: token, stem: token, near: near(token) })),
  ];
}

/** Uses cached counts only. */
function isKnownCommon(statistics: StatisticsCache, request: SearchRequest, query: ParsedQuery): boolean {
  const totals = statistics.totals(request.owner);
  if (totals === undefined) return false;
  const counts = new Map<string, number>();
  for (const stem of [...query.stems, ...query.extra]) {
    const count = statistics.count(stem, request.now);
    if (count === undefined) return false;
    counts.set(stem, count);
  }
  return !isTelling(statisticsOf({ counts, ...totals }), query);
}

/** Whether any word of the query distinguishes passages. */
function isTelling({ owned, total, count }: Statistics, { stems, extra }: ParsedQuery): boolean {
  if (owned === 0) return false;
  if (total < COMMON_FROM) return true;
  return [...stems, ...extra].some((word) => count(word) > 0 && count(word) < total * COMMON_SHARE);
}

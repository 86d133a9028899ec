/** The signals that re-ranking adds up: each is plain, bounded and says one thing. */
import { dateFit, saysWhen } from "../text/dates.ts";
import { callNames, isNamedIn } from "../text/names.ts";
import { addWords, cosine, type WordVectors } from "../word-vectors/word-vectors.ts";
import { WINDOW } from "./candidates.ts";
import type { Prepared, Surroundings } from "./prepared.ts";
import type { ParsedQuery } from "./query.ts";
import { createSoftMatch } from "./soft-match.ts";
import type { Statistics } from "./statistics.ts";

export interface Signals {
  /** Words of the question in the passage and its neighbours. */
  context: number;
  /** Longer passages say more. */
  length: number;
  /** It only asks, as the question does. */
  asks: number;
  /** Words of the question in the whole session. */
  session: number;
  /** The passage answers a question that asks this. */
  answers: number;
  speaker: number;
  date: number;
  when: number;
  /** Words of the passage that are or mean the question's. */
  soft: number;
  /** The same over its neighbours. */
  softWindow: number;
  /** Nearness in meaning of passage and neighbours as a whole. */
  vector: number;
}

export interface SignalSources {
  query: ParsedQuery;
  statistics: Statistics;
  surroundings: Surroundings;
  vectors: WordVectors | undefined;
  /** Cosine by chunk id, from a real embedder. */
  similarity: ReadonlyMap<number, number> | undefined;
  aliases: ReadonlyMap<string, readonly string[]>;
}

/** Words from which on a passage counts as long: a page-long answer is not better than a paragraph. */
const LONG = 60;
const QUESTION = /[?？]\s*$/u;
const K1 = 1.2;
const B = 0.75;

export type SignalsOf = (candidate: Prepared) => Signals;

export function signalsFor(sources: SignalSources): SignalsOf {
  const { query, surroundings } = sources;
  const terms = queryTerms(sources);
  const totalIdf = terms.reduce((sum, term) => sum + term.idf, 0) || 1;
  const soft = createSoftMatch(query, sources.statistics, sources.vectors);
  const sessions = sessionScores(terms, surroundings.all);
  const speakers = namedSpeakers(sources);
  const windowLength = averageLength(surroundings.all) * (2 * WINDOW + 1);
  const meaning = createMeaning(sources);
  return (candidate) => {
    const window = surroundings.window(candidate, WINDOW);
    const { passage } = candidate;
    const previous = surroundings.at(passage.source, passage.ordinal - 1);
    return {
      context: bm25(terms, window, windowLength) / totalIdf,
      length: Math.log(1 + Math.min(candidate.length, LONG)) / 4,
      asks: QUESTION.test(passage.text) ? 1 : 0,
      session: sessions.get(sessionKey(candidate)) ?? 0,
      answers: isQuestion(previous, passage.session)
        ? bm25(terms, [previous], windowLength / (2 * WINDOW + 1)) / totalIdf
        : 0,
      speaker: speakers.size === 1 && speakers.has(passage.speaker) ? 1 : 0,
      date: dateSignal(query, passage.said_at),
      when: query.wantsTime && saysWhen(passage.text) ? 1 : 0,
      soft: soft([candidate]),
      softWindow: soft(window),
      vector: meaning(candidate, window),
    };
  };
}

interface Term {
  token: string;
  idf: number;
}

function queryTerms({ query, statistics }: SignalSources): Term[] {
  return [...query.stems, ...query.extra].map((token) => ({ token, idf: statistics.idf(token) }));
}

function bm25(terms: readonly Term[], passages: readonly Prepared[], average: number): number {
  const length = passages.reduce((sum, each) => sum + each.length, 0);
  let score = 0;
  for (const { token, idf } of terms) {
    let count = 0;
    for (const each of passages) count += each.counts.get(token) ?? 0;
    if (count > 0) score += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
  }
  return score;
}

function averageLength(all: readonly Prepared[]): number {
  return Math.max(1, all.reduce((sum, each) => sum + each.length, 0) / Math.max(1, all.length));
}

function sessionKey({ passage }: Prepared): string {
  return `${passage.source}\u0000${passage.session}`;
}

/** Relative to the best session among the candidates. */
function sessionScores(terms: readonly Term[], all: readonly Prepared[]): Map<string, number> {
  const sessions = Map.groupBy(all, sessionKey);
  const lengths = [...sessions.values()].map((each) => each.reduce((sum, one) => sum + one.length, 0));
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
  const scores = new Map([...sessions].map(([key, each]) => [key, bm25(terms, each, average)]));
  const best = Math.max(...scores.values(), 1e-9);
  return new Map([...scores].map(([key, score]) => [key, score / best]));
}

function isQuestion(previous: Prepared | undefined, session: string): previous is Prepared {
  return (
    previous !== undefined && previous.passage.session === session && QUESTION.test(previous.passage.text)
  );
}

/** Speakers that the question names; "my" names the people of the conversation. */
function namedSpeakers({ query, surroundings, aliases }: SignalSources): Set<string> {
  const speakers = new Map(surroundings.all.map(({ passage }) => [passage.speaker, passage.role]));
  const named = new Set<string>();
  for (const [speaker, role] of speakers) {
    if (speaker === "") continue;
    const called = callNames(speaker, aliases).some((name) => isNamedIn(name, query.key));
    if (called || (query.firstPerson && role === "user")) named.add(speaker);
  }
  return named;
}

function dateSignal(query: ParsedQuery, saidAt: number | undefined): number {
  if (saidAt === undefined) return 0;
  if (query.date !== undefined) return dateFit(query.date, saidAt);
  return query.span !== undefined && saidAt >= query.span.from && saidAt < query.span.to ? 0.6 : 0;
}

function createMeaning(sources: SignalSources): (candidate: Prepared, window: readonly Prepared[]) => number {
  const { vectors, similarity, query } = sources;
  if (similarity !== undefined) return (candidate) => similarity.get(candidate.passage.id) ?? 0;
  if (vectors === undefined) return () => 0;
  const question = addWords(vectors, query.words);
  const sums = new Map<number, Float32Array>();
  const sumOf = (each: Prepared) => {
    const found = sums.get(each.passage.id);
    if (found !== undefined) return found;
    const sum = addWords(vectors, each.words);
    sums.set(each.passage.id, sum);
    return sum;
  };
  return (_candidate, window) => {
    const total = new Float32Array(vectors.size);
    for (const each of window) {
      const sum = sumOf(each);
      for (let index = 0; index < total.length; index++)
        total[index] = (total[index] ?? 0) + (sum[index] ?? 0);
    }
    return cosine(question, total);
  };
}

/** The signals that re-ranking adds up: each is simple, bounded and measures one thing. */
import { saysWhen } from "../text/dates.ts";
import { addScaled, cosine } from "../word-vectors/word-vectors.ts";
import { WINDOW } from "./candidates.ts";
import type { Lexicon } from "./lexicon.ts";
import type { PreparedPassage, Surroundings } from "./prepared-passage.ts";
import type { ParsedQuery } from "./query.ts";
import { isOneScene } from "./scene.ts";
import { type Aliases, askedSpeakers, namesBesides } from "./speakers.ts";

export interface Signals {
  /** Words of the question in the passage and its neighbours. */
  context: number;
  /** Words of the question, or similar ones, in the beginning of the file. */
  about: number;
  /** Words of the question, or similar ones, in the headings of the piece. */
  headings: number;
  /** Longer passages contain more information. */
  length: number;
  /** The passage only asks, like the question itself. */
  asks: number;
  /** Words of the question in the whole session. */
  session: number;
  /** The passage follows a message that asks the same. */
  answers: number;
  /** Like `answers`, computed from the preceding message's question sentences only. */
  asked: number;
  /** A page of an agent, where the question is not about the agent's own words. */
  page: number;
  /** The question wants a name, and the passage contains one. */
  names: number;
  speaker: number;
  date: number;
  when: number;
  /** Words of the passage that equal or mean the question's. */
  soft: number;
  /** `soft` over the passage and its neighbours, or the page that answers it, which counts less. */
  softWindow: number;
  /** Similarity in meaning of the passage with its neighbours as a whole. */
  vector: number;
}

export interface Similarity {
  /** Cosine by chunk id, of the nearest. */
  scores: ReadonlyMap<number, number>;
  /** Upper bound for passages without a vector, whose similarity comes from the word vectors. */
  most: number;
}

interface SignalSources {
  query: ParsedQuery;
  lexicon: Lexicon;
  surroundings: Surroundings;
  /** Similarity of a real embedder; undefined: the word vectors serve. */
  similarity: Similarity | undefined;
  /** Other names, by name key. */
  aliases: Aliases;
  /** The asker's name, when several people speak. */
  asker?: string;
}

/** Number of words above which length no longer counts: a page-long answer is not better than a paragraph. */
const LONG = 60;
/** Share of the words of an answer that counts for the message it answers. */
const OF_REPLY = 0.4;
const QUESTION = /[?？]\s*$/u;
const K1 = 1.2;
const B = 0.75;

export interface SignalsOf {
  /** Tells whether a passage is a page, or answered by one: such passages stand for themselves. */
  isOfExchange(candidate: PreparedPassage): boolean;
  /** Signals of words only, without the expensive ones. */
  quick(candidate: PreparedPassage): Signals;
  /** All signals; takes the result of `quick`. */
  full(candidate: PreparedPassage, quick: Signals): Signals;
}

export function signalsFor(sources: SignalSources): SignalsOf {
  const { query, lexicon, surroundings, similarity } = sources;
  const sessions = sessionScores(
    lexicon,
    surroundings.all.filter(({ isPage }) => !isPage),
  );
  const speakers = askedSpeakers(sources);
  const bringsName = namesBesides(surroundings.all);
  const average = averageLength(surroundings.all);
  const usual = usualLength(surroundings.all);
  const ofFile = fileSignals(sources);
  const quick = (candidate: PreparedPassage): Signals => {
    const window = surroundings.window(candidate);
    const { passage } = candidate;
    const previous = surroundings.at(passage.source, passage.ordinal - 1);
    return {
      ...ofFile(candidate),
      context: bm25(lexicon, window, usual(candidate)) / lexicon.totalIdf,
      length: Math.log(1 + Math.min(candidate.length, LONG)) / 4,
      asks: QUESTION.test(passage.text) ? 1 : 0,
      session: sessions.get(sessionKey(candidate)) ?? 0,
      page: candidate.isPage && passage.role === "assistant" && !query.ofAgent ? 1 : 0,
      answers:
        !candidate.isPage && isAnswerTo(previous, candidate)
          ? bm25(lexicon, [previous], average) / lexicon.totalIdf
          : 0,
      asked: !candidate.isPage && follows(previous, candidate) ? previous.questionScore() : 0,
      names: query.wantsName && bringsName(candidate) ? 1 : 0,
      speaker: speakers.size === 1 && speakers.has(passage.speaker) ? 1 : 0,
      date: query.time?.fit(passage) ?? 0,
      when: query.wantsTime && saysWhen(passage.text) ? 1 : 0,
      soft: coverage(lexicon, [candidate.counts]),
      softWindow: coverage(
        lexicon,
        window.map((each) => each.counts),
      ),
      vector: similarity?.scores.get(passage.id) ?? 0,
    };
  };
  const full = (candidate: PreparedPassage, known: Signals): Signals => {
    const window = surroundings.window(candidate);
    const signals = { ...known };
    signals.soft = coverage(lexicon, [candidate.near()]);
    const reply = surroundings.reply(candidate)?.near();
    signals.softWindow = coverage(lexicon, [
      ...window.map((each) => each.near()),
      ...(reply === undefined ? [] : [reply.map((value) => OF_REPLY * value)]),
    ]);
    if (similarity?.scores.has(candidate.passage.id) !== true) {
      signals.vector = Math.min(similarity?.most ?? 1, meaning(lexicon, window));
    }
    return signals;
  };
  return {
    isOfExchange: (candidate) => candidate.isPage || surroundings.reply(candidate) !== undefined,
    quick,
    full,
  };
}

type OfFile = Pick<Signals, "about" | "headings">;

const OF_NO_FILE: OfFile = { about: 0, headings: 0 };

/** The beginning of a file is scored once for all its pieces. */
function fileSignals({ lexicon, surroundings }: SignalSources): (candidate: PreparedPassage) => OfFile {
  const known = new Map<string, number>();
  const aboutOf = (source: string) => {
    const beginning = surroundings.at(source, 0)?.beginning();
    const about = known.get(source) ?? (beginning === undefined ? 0 : coverage(lexicon, [beginning]));
    known.set(source, about);
    return about;
  };
  return (candidate) => {
    const { kind, source } = candidate.passage;
    if (kind !== "file") return OF_NO_FILE;
    return { about: aboutOf(source), headings: coverage(lexicon, [candidate.headings()]) };
  };
}

/** Average length of a passage with its neighbours, for BM25's length normalisation. */
function usualLength(all: readonly PreparedPassage[]): (candidate: PreparedPassage) => number {
  const ofWindow = averageLength(all) * (2 * WINDOW + 1);
  const ofPiece = averageLength(all.filter(({ passage }) => passage.kind === "file"));
  return ({ passage }) => (passage.kind === "file" ? ofPiece : ofWindow);
}

// The inner loops of ranking: `as number` because a default for each missing element would double their time.

function bm25(lexicon: Lexicon, passages: readonly PreparedPassage[], average: number): number {
  let length = 0;
  for (const each of passages) length += each.length;
  const norm = K1 * (1 - B + (B * length) / average);
  let score = 0;
  for (let term = 0; term < lexicon.terms.length; term++) {
    let count = 0;
    for (const each of passages) count += each.counts[term] as number;
    if (count > 0) score += ((lexicon.terms[term]?.idf ?? 0) * count * (K1 + 1)) / (count + norm);
  }
  return score;
}

/** Share of the question that is covered. Each list has a value per term; a value above 1 counts as 1. */
function coverage(lexicon: Lexicon, lists: readonly Float32Array[]): number {
  let sum = 0;
  for (let term = 0; term < lexicon.terms.length; term++) {
    let best = 0;
    for (const list of lists) best = Math.max(best, list[term] as number);
    if (best > 0) sum += (lexicon.terms[term]?.idf ?? 0) * Math.min(1, best);
  }
  return sum / lexicon.totalIdf;
}

function averageLength(all: readonly PreparedPassage[]): number {
  return Math.max(1, all.reduce((sum, each) => sum + each.length, 0) / Math.max(1, all.length));
}

function sessionKey({ passage }: PreparedPassage): string {
  return `${passage.source}\u0000${passage.session}`;
}

/** Relative to the best session among the candidates. */
function sessionScores(lexicon: Lexicon, all: readonly PreparedPassage[]): Map<string, number> {
  const sessions = Map.groupBy(all, sessionKey);
  const average = averageLength(all) * (all.length / Math.max(1, sessions.size));
  const scores = new Map([...sessions].map(([key, each]) => [key, bm25(lexicon, each, average)]));
  const best = Math.max(...scores.values(), 1e-9);
  return new Map([...scores].map(([key, score]) => [key, score / best]));
}

function isAnswerTo(
  previous: PreparedPassage | undefined,
  candidate: PreparedPassage,
): previous is PreparedPassage {
  return follows(previous, candidate) && QUESTION.test(previous.passage.text);
}

function follows(
  previous: PreparedPassage | undefined,
  candidate: PreparedPassage,
): previous is PreparedPassage {
  return previous !== undefined && isOneScene(previous.passage, candidate.passage);
}

function meaning({ question }: Lexicon, window: readonly PreparedPassage[]): number {
  if (question === undefined) return 0;
  const total = new Float32Array(question.length);
  for (const each of window) {
    const sum = each.meaning();
    if (sum !== undefined) addScaled(total, sum, 1);
  }
  return cosine(question, total);
}

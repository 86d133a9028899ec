/** Parses a question: its words, the date and the people that it names. */
import { isAskedOfAgent } from "../text/asked-of-agent.ts";
import { asksForPast } from "../text/changes.ts";
import { asksWhen } from "../text/dates.ts";
import { nameKey } from "../text/names.ts";
import { requestIn } from "../text/requests.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";
import type { TimeAsked } from "../time/asked.ts";

/** Words to search for. */
export interface Sought {
  /** Words without stopwords, in the order of the question. */
  words: string[];
  /** Distinct stems of the words. */
  stems: string[];
  /** Characters of unspaced scripts, and emoji. */
  extra: string[];
}

export interface ParsedQuery extends Sought {
  text: string;
  /** Normalised text, for matching names as whole words. */
  key: string;
  /** Time that is asked for or about. */
  time?: TimeAsked;
  wantsTime: boolean;
  /** Asks for what holds now, as far as the words tell. */
  ofPresent: boolean;
  /** Each event or thing that is asked about, searched for by itself; none: the question as a whole. */
  parts: readonly Sought[];
  /** Asks for more than one thing: "which books", "how many times". */
  wantsSeveral: boolean;
  /** The answer is a name: "who", "where", "which book". */
  wantsName: boolean;
  /** The verb of a request at the beginning: "write". */
  request?: string;
  /** Is about what the agent said: "what did you recommend". */
  ofAgent: boolean;
  /** Speaks of the asker: "my", "I", "me". */
  firstPerson: boolean;
  /** Concerns the asker's own things or deeds: "my key", "did I leave", not "how do I" or "should I". */
  ofOneself: boolean;
}

/** Longer questions are cut: the first words of a long text hold what matters. */
const MAX_CHARACTERS = 2_000;
const MAX_WORDS = 48;
/** The subject of a question follows one of these: "did Ann". */
export const AUXILIARIES =
  "do does did is are was were has have had would will might may can could should".split(" ");
const AUXILIARY = `(?:${AUXILIARIES.join("|")})`;

// "which books", not "what is": a plural noun stands before the auxiliary.
const SEVERAL = new RegExp(
  String.raw`\b(?:what|which)\s+(?:(?!${AUXILIARY}\b)\w+\s+){0,2}?(?!(?:${AUXILIARY}|this|his|its|as|us)\b)\w+[^s\W]s\b` +
    String.raw`|\b(?:what|which) (?:kind|type|sort)s?\b|\bin what ways\b|\bhow many\b|\ball\b|\bboth\b`,
  "i",
);

const NAMED_THINGS =
  "(?:city|cities|country|countries|states?|places?|towns?|areas?|locations?|books?|movies?|films?|songs?|bands?|artists?" +
  "|games?|shows?|albums?|authors?|teams?|company|companies|brands?)";
const WANTS_NAME = new RegExp(
  String.raw`\bwho(?:se|m)?\b|\bwhere\b|\bnames?\b|\bcalled\b|\b(?:what|which)\s+(?:\w+\s+){0,2}?${NAMED_THINGS}\b`,
  "i",
);

const OF_ONESELF =
  /(?<![\p{L}\p{N}])(?:(?:my|our|mine|ours|mein(?:e[nrsm]?)?|unse?re?[nrsm]?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|mi[oa]|miei|nostr[oaie]|meus?|minhas?|nosso|nossa|mijn|onze)|(?:did|have|had|was|were|am) (?:i|we))(?![\p{L}\p{N}])/iu;

/** `time`: what the question asks of time, if anything. */
export function parseQuery(question: string, time?: TimeAsked): ParsedQuery {
  const text = question.slice(0, MAX_CHARACTERS).toWellFormed();
  const request = requestIn(text);
  const kind = time?.kind;
  return {
    ...soughtIn(text),
    text,
    key: nameKey(text),
    ...(time === undefined ? {} : { time }),
    ...(request === undefined ? {} : { request }),
    ofPresent: kind !== "order" && !asksForPast(text),
    wantsTime: (kind !== undefined && kind !== "order") || asksWhen(text),
    parts: (time?.events ?? []).map(soughtIn),
    wantsSeveral: kind === "order" || SEVERAL.test(text),
    wantsName: WANTS_NAME.test(text),
    ofOneself: OF_ONESELF.test(text),
    ofAgent: isAskedOfAgent(text),
    firstPerson: /\b(?:i|my|me|mine|myself)\b/i.test(text),
  };
}

function soughtIn(text: string): Sought {
  const all = words(text).filter((word) => word.length <= 64);
  const telling = all.filter((word) => !isStopword(word) && !isUnspaced(word));
  const extra = extraQueryTokens(text).slice(0, MAX_WORDS);
  const chosen = telling.length > 0 || extra.length > 0 ? telling : all;
  const byStem = new Map<string, string>();
  for (const word of chosen) if (!byStem.has(stemOf(word))) byStem.set(stemOf(word), word);
  const kept = [...byStem].slice(0, MAX_WORDS);
  return { words: kept.map(([, word]) => word), stems: kept.map(([stem]) => stem), extra };
}

/** What a question asks for: its words, the date it names, the people it names. */
import { type AskedDate, asksWhen, dateInText, relativeSpan } from "../text/dates.ts";
import { nameKey } from "../text/names.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";

export interface ParsedQuery {
  text: string;
  /** For matching names as whole words. */
  key: string;
  /** Words to look for, without those that say nothing, in the order of the question. */
  words: string[];
  /** Their stems, one each. */
  stems: string[];
  /** Characters of unspaced scripts, and emoji. */
  extra: string[];
  date?: AskedDate;
  span?: { from: number; to: number };
  wantsTime: boolean;
  /** Asks for more than one thing: "which books", "how many times". */
  wantsSeveral: boolean;
  /** Speaks of the asker: "my", "I", "me". */
  firstPerson: boolean;
}

/** Longer questions are cut: what matters of a page of text is in its first words. */
const MAX_CHARACTERS = 2_000;
const MAX_WORDS = 48;
const SEVERAL =
  /\b(?:what|which)\s+(?:\w+\s+){0,2}?\w+s\b(?!\s+(?:is|was|does|did)\b)|\bhow many (?:times|different)\b|\ball the\b/i;

export function parseQuery(question: string, now: number): ParsedQuery {
  const text = question.slice(0, MAX_CHARACTERS).toWellFormed();
  const all = words(text).filter((word) => word.length <= 64);
  const telling = all.filter((word) => !isStopword(word) && !isUnspaced(word));
  const extra = extraQueryTokens(text).slice(0, MAX_WORDS);
  const chosen = telling.length > 0 || extra.length > 0 ? telling : all;
  const byStem = new Map<string, string>();
  for (const word of chosen) if (!byStem.has(stemOf(word))) byStem.set(stemOf(word), word);
  const kept = [...byStem].slice(0, MAX_WORDS);
  const date = dateInText(text);
  const span = relativeSpan(text, now);
  return {
    text,
    key: nameKey(text),
    words: kept.map(([, word]) => word),
    stems: kept.map(([stem]) => stem),
    extra,
    ...(date === undefined ? {} : { date }),
    ...(span === undefined ? {} : { span }),
    wantsTime: asksWhen(text),
    wantsSeveral: SEVERAL.test(text),
    firstPerson: /\b(?:i|my|me|mine|myself)\b/i.test(text),
  };
}

/** The excerpt of a passage to show: the part with the most words of the question close together. */
import { plainText } from "../text/plain.ts";
import { isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { fold, stemOf, words } from "../text/words.ts";

export const LONGEST_EXCERPT = 400;
/** Characters before the first match, for context. */
const LEAD = 60;
/** Limit of matches: a word that occurs everywhere points to no place. */
const MOST_MATCHES = 200;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** One line without Markdown, at most `LONGEST_EXCERPT` characters including the ellipses. */
export function excerptOf(text: string, query: string): string {
  const plain = plainText(text.toWellFormed());
  if (plain.length <= LONGEST_EXCERPT) return plain;
  const room = LONGEST_EXCERPT - 4;
  const start = wordStart(plain, bestStart(matchesIn(plain, query), room));
  const end = wordEnd(plain, start + room);
  return `${start > 0 ? "… " : ""}${plain.slice(start, end).trim()}${end < plain.length ? " …" : ""}`;
}

interface Match {
  at: number;
  stem: string;
}

function matchesIn(plain: string, query: string): Match[] {
  const all = words(query);
  const stems = new Set(all.filter((word) => !isUnspaced(word) && !isStopword(word)).map(stemOf));
  const runs = all.filter(isUnspaced);
  const found = [...plain.matchAll(WORD)].flatMap(({ 0: word, index: at }) => {
    const stem = stemOf(fold(word));
    if (stems.has(stem)) return [{ at, stem }];
    return runs.flatMap((run) => pairsOf(run).flatMap((pair) => placesOf(word, pair, at)));
  });
  return found.slice(0, MOST_MATCHES);
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

function placesOf(word: string, pair: string, at: number): Match[] {
  const within = word.indexOf(pair);
  return within === -1 ? [] : [{ at: at + within, stem: pair }];
}

/** Start of the window with the most different words; the first of equals. */
function bestStart(matches: readonly Match[], room: number): number {
  let best = { start: 0, count: 0 };
  matches.forEach(({ at }, index) => {
    const start = Math.max(0, at - LEAD);
    const within = matches.slice(index).filter((match) => match.at < start + room);
    const count = new Set(within.map(({ stem }) => stem)).size;
    if (count > best.count) best = { start, count };
  });
  return best.start;
}

/** The next word boundary, unless it is further away than the lead. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(" ", at);
  return space === -1 || space > at + LEAD ? at + lowHalf(text, at) : space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  return space > at - LEAD ? space : at - lowHalf(text, at);
}

/** 1 in the middle of a surrogate pair. */
function lowHalf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? 1 : 0;
}

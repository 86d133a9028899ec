/** The snippet of a message around the searched words, with the positions of the matches. */
import { kinOf } from "../text/inflections.ts";
import { isUnspaced } from "../text/scripts.ts";
import { fold, stemOf, words } from "../text/words.ts";

export interface Snippet {
  text: string;
  /** Start and end offsets in `text`, in UTF-16 units, in order. */
  marks: [start: number, end: number][];
}

const LENGTH = 180;
/** Characters before the first match, for context. */
const LEAD = 50;
const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;

/** Matches by stem or form, as the index does; the last word of `query` may be a prefix. */
export function snippetOf(text: string, query: string, isInflected = false): Snippet {
  const isAsked = matcherOf(query, isInflected);
  const plain = text.replace(/\s/gu, " ");
  const found = [...plain.matchAll(WORD)].flatMap((match) => placesIn(match[0], match.index, isAsked));
  const start = startBefore(plain, found[0]?.[0] ?? 0);
  const end = endAfter(plain, start);
  const lead = start > 0 ? "… " : "";
  const shift = lead.length - start;
  return {
    text: `${lead}${plain.slice(start, end)}${end < plain.length ? " …" : ""}`,
    marks: found.filter(([, to]) => to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}

interface Matcher {
  word(word: string): boolean;
  /** Runs of unspaced scripts: matched anywhere. */
  runs: readonly string[];
}

function matcherOf(query: string, isInflected: boolean): Matcher {
  const all = words(query);
  const spaced = all.filter((word) => !isUnspaced(word));
  const stems = new Set(spaced.map(stemOf));
  const begun = spaced.at(-1);
  const kin = isInflected ? spaced.map(kinOf) : [];
  return {
    word: (word) =>
      stems.has(stemOf(word)) ||
      (begun !== undefined && word.startsWith(begun)) ||
      kin.some((is) => is(word) === "form"),
    runs: [...all.filter(isUnspaced), ...(query.match(/\p{Extended_Pictographic}/gu) ?? [])],
  };
}

function placesIn(word: string, at: number, { word: isAsked, runs }: Matcher): [number, number][] {
  if (isAsked(fold(word))) return [[at, at + word.length]];
  for (const run of runs) {
    const within = word.indexOf(run);
    if (within !== -1) return [[at + within, at + within + run.length]];
  }
  return [];
}

/** A word boundary some characters before the match. */
function startBefore(text: string, first: number): number {
  if (first <= LEAD) return 0;
  const space = text.indexOf(" ", first - LEAD);
  return space === -1 || space >= first ? first - LEAD + lowHalf(text, first - LEAD) : space + 1;
}

function endAfter(text: string, start: number): number {
  const end = start + LENGTH;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(" ", end);
  return space > start + LENGTH / 2 ? space : end + lowHalf(text, end);
}

/** 1 in the middle of a surrogate pair. */
function lowHalf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? 1 : 0;
}

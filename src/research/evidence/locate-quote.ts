/** Finds a quote in a stored text, past differences of white space, quotation marks, dashes and case. */

export interface Span {
  /** Characters of the stored text. */
  start: number;
  end: number;
}

const ELLIPSIS = /\s*(?:\[\s*(?:\.\.\.|…)\s*\]|\.\.\.|…)\s*/u;
const DASHES = /[‐‑‒–—―−]/u;
const SINGLE = /[‘’‚‛′`´]/u;
const DOUBLE = /[“”„‟«»″]/u;
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff*_]/u;
/** Shorter parts would be found anywhere. */
const SHORTEST = 3;
/** Furthest distance between two parts of a quote that an ellipsis joins. */
const FURTHEST = 4_000;

/** The place of the quote; undefined when the text does not hold it. Parts that an ellipsis joins stand in order. */
export function locateQuote(text: string, quote: string): Span | undefined {
  const parts = quote
    .split(ELLIPSIS)
    .map((part) => folded(part).letters.trim())
    .filter((part) => part !== "");
  if (parts.length === 0 || parts.some(({ length }) => length < SHORTEST)) return undefined;
  const within = folded(text);
  for (let from = 0; ; from += 1) {
    const found = partsFrom(within.letters, parts, from);
    if (!found) return undefined;
    if (found.isNear) return spanOf(within, found, text.length);
    from = found.start;
  }
}

interface Folded {
  letters: string;
  /** Place in the text of each letter. */
  places: number[];
}

function folded(text: string): Folded {
  const letters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = foldedLetter(text[at] ?? "");
    if (letter === "" || (letter === " " && letters.at(-1) === " ")) continue;
    letters.push(letter);
    places.push(at);
  }
  return { letters: letters.join(""), places };
}

/** Always one character or none, so that places can be told. */
function foldedLetter(letter: string): string {
  if (/\s/u.test(letter)) return " ";
  if (UNSEEN.test(letter)) return "";
  if (DASHES.test(letter)) return "-";
  if (SINGLE.test(letter)) return "'";
  if (DOUBLE.test(letter)) return '"';
  const low = letter.toLowerCase();
  return low.length === 1 ? low : letter;
}

interface Found {
  start: number;
  end: number;
  isNear: boolean;
}

function partsFrom(letters: string, parts: readonly string[], from: number): Found | undefined {
  const start = letters.indexOf(parts[0] ?? "", from);
  if (start < 0) return undefined;
  let end = start + (parts[0] ?? "").length;
  let isNear = true;
  for (const part of parts.slice(1)) {
    const next = letters.indexOf(part, end);
    if (next < 0) return undefined;
    isNear &&= next - end <= FURTHEST;
    end = next + part.length;
  }
  return { start, end, isNear };
}

function spanOf({ places }: Folded, { start, end }: Found, length: number): Span {
  return { start: places[start] ?? 0, end: (places[end - 1] ?? length - 1) + 1 };
}

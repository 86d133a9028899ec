/** Quotes: whether words stand in a stored text, and where. */
import { type FoldedText, fold } from "./fold.ts";
import type { Span } from "./source.ts";

/** A long quote is looked for by its parts: an ellipsis joins them in order. */
const ELLIPSIS = /\s*[[(]?(?:\u2026|\.{3,})[\])]?\s*/;
/** FoldedText units between two parts of one quote. */
const LONGEST_GAP = 2_000;
/** Places of the first part that are tried. */
const MOST_TRIES = 200;

/**
 * Finds a quote in a text. White space, quotation marks, dashes, case, accents, ligatures, hyphens at the end of a line and
 * Markdown's marks may differ. Undefined: it does not stand there, or has no words.
 */
export function locateQuote(text: string, quote: string): Span | undefined {
  return locateIn(fold(text), quote);
}

/** {@link locateQuote} for a text that is asked for several quotes. */
export function locateIn(text: FoldedText, quote: string): Span | undefined {
  const parts = partsOf(quote);
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  let from = 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const start = find(text.text, first, from);
    if (start === -1) return undefined;
    const end = endOfParts(text.text, others, start + first.length);
    if (end !== -1) return spanOf(text, start, end);
    from = start + 1;
  }
  return undefined;
}

function partsOf(quote: string): string[] {
  return quote
    .split(ELLIPSIS)
    .map((part) =>
      fold(part)
        .text.trim()
        .replace(/^["']+|["']+$/g, ""),
    )
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function endOfParts(text: string, parts: readonly string[], from: number): number {
  let end = from;
  for (const part of parts) {
    const start = find(text, part, end);
    if (start === -1 || start - end > LONGEST_GAP) return -1;
    end = start + part.length;
  }
  return end;
}

/** Finds whole words and numbers alone: "5" does not stand in "15" or "1.5". */
function find(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!isInside(text, at) && !isInside(text, at + part.length)) return at;
  }
  return -1;
}

function isInside(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 2), at + 2);
  const before = text.slice(Math.max(0, at - 1), at);
  const after = text.slice(at, at + 1);
  if (/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)) return true;
  const isPointBefore = /^\d[.,]\d/.test(around) && at >= 2;
  const isPointAfter = /\d$/.test(before) && /^[.,]\d/.test(text.slice(at, at + 2));
  return isPointBefore || isPointAfter;
}

function spanOf({ places }: FoldedText, start: number, end: number): Span {
  const last = places[end - 1] ?? 0;
  // The unit behind the last one may belong to the same letter: a ligature, an accent.
  let after = end;
  while (after < places.length - 1 && places[after] === last) after++;
  return { start: places[start] ?? 0, end: Math.min(places[after] ?? last + 1, last + 2) };
}

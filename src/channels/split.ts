/**
 * Splits Markdown into texts that fit a platform's limit on rendered length: preferably between blocks, else between
 * lines, sentences or words, and never inside a character. Each text stands by itself: a split code block is closed and
 * reopened, and the head of a split table is repeated.
 */

import {
  type Block,
  blocksOf,
  type CodeBlock,
  LIST_MARKS,
  type TableBlock,
  withoutIndent,
} from "./split-blocks.ts";

interface Measure {
  /** Longest text, in UTF-16 units. */
  limit: number;
  /** Length of the text as the platform shows it. */
  length(markdown: string): number;
}

/** In order; no text is empty or longer than the limit. */
export function splitText(markdown: string, measure: Measure): string[] {
  const texts: string[] = [];
  let current = "";
  for (const piece of blocksOf(markdown).flatMap((block) => fitting(block, measure))) {
    const joined = `${current}\n\n${piece.text}`;
    if (current !== "" && fits(joined, measure)) current = joined;
    else {
      if (current !== "") texts.push(current);
      current = texts.length === 0 ? piece.text : piece.alone;
    }
  }
  return current === "" ? texts : [...texts, current];
}

/** Part of a block. `alone`: how it begins a message of its own, without the list that it belonged to. */
interface Piece {
  text: string;
  alone: string;
}

/** The block as one piece, or as several that fit. */
function fitting(block: Block, measure: Measure): Piece[] {
  if (block.kind === "code") return codePieces(block, measure);
  if (block.kind === "table") return tablePieces(block, measure);
  const { text, isInList } = block;
  const parts = fits(text, measure) ? [text] : divided(text, measure, PROSE_BREAKS);
  return parts.map((part) => ({ text: part, alone: isInList ? withoutIndent(part) : part }));
}

function codePieces(block: CodeBlock, measure: Measure): Piece[] {
  const whole = fenced(block, block.text);
  if (fits(whole, measure))
    return [{ text: whole, alone: fenced(aloneOf(block), withoutIndent(block.text, block.indent)) }];
  // A fence that takes half the limit by itself is not worth keeping.
  if (measure.length(fenced(block, "")) > measure.limit / 2)
    return plain(divided(whole, measure, PROSE_BREAKS));
  const again = aloneOf(block);
  const inside = {
    ...measure,
    length: (part: string) =>
      Math.max(measure.length(fenced(block, part)), measure.length(fenced(again, part))),
  };
  return divided(block.text, inside, CODE_BREAKS).map((part, at) => {
    const alone = fenced(again, withoutIndent(part, block.indent));
    return { text: at === 0 ? fenced(block, part) : alone, alone };
  });
}

/** The code outside of the list that it stood in; a quotation stays one. */
function aloneOf({ open, close, indent }: CodeBlock): { open: string; close: string } {
  const fence = open.replace(LIST_MARKS, (marks) => (marks.includes(">") ? marks : ""));
  return { open: fence, close: withoutIndent(close, indent) };
}

function fenced({ open, close }: { open: string; close: string }, code: string): string {
  return `${open}\n${code}\n${close}`;
}

/** Rows in groups, each below the table's head. */
function tablePieces({ head, rows }: TableBlock, measure: Measure): Piece[] {
  if (measure.length(head) > measure.limit / 2)
    return plain(divided(rowsBelow(head, rows), measure, PROSE_BREAKS));
  const pieces: string[] = [];
  let group: string[] = [];
  const close = () => {
    if (group.length > 0) pieces.push(rowsBelow(head, group));
    group = [];
  };
  for (const row of rows) {
    if (!fits(rowsBelow(head, [...group, row]), measure)) close();
    if (fits(rowsBelow(head, [row]), measure)) group.push(row);
    else pieces.push(...divided(row, measure, PROSE_BREAKS));
  }
  close();
  return plain(rows.length === 0 ? [head] : pieces);
}

function rowsBelow(head: string, rows: readonly string[]): string {
  return [head, ...rows].join("\n");
}

function plain(parts: readonly string[]): Piece[] {
  return parts.map((text) => ({ text, alone: text }));
}

/** Places to cut, best first. A blank match at the cut is dropped. */
const PROSE_BREAKS = [/\n/g, /(?<=[.!?…。！？])\s+/g, /\s+/g];
const CODE_BREAKS = [/\n/g];

function divided(text: string, measure: Measure, breaks: readonly RegExp[]): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const most = longestFitting(rest, measure);
    if (most >= rest.length) return [...parts, rest];
    const cut = bestCut(rest, most, breaks);
    const end = shortened(rest, cut.end, measure);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end === cut.end ? cut.next : end);
  }
  return parts;
}

/** A shorter text may render longer (half a link is shown literally): then less of it is taken. */
function shortened(text: string, end: number, measure: Measure): number {
  if (end <= 2 || fits(text.slice(0, end), measure)) return end;
  return shortened(text, wholeCharacters(text, Math.floor(end * 0.9)), measure);
}

/** Up to a third of the limit may stay unused for a better place to cut. */
function bestCut(text: string, most: number, breaks: readonly RegExp[]): { end: number; next: number } {
  for (const pattern of breaks) {
    let found: { end: number; next: number } | undefined;
    for (const match of text.slice(0, most + 1).matchAll(pattern)) {
      const cut = { end: match.index, next: match.index + match[0].length };
      if (cut.end <= most && cut.end > most / 3) found = cut;
    }
    if (found) return found;
  }
  return { end: most, next: most };
}

/** Number of units from the start that fit: at least one whole character, whatever the limit. */
function longestFitting(text: string, measure: Measure): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle), measure)) low = middle;
    else high = middle - 1;
  }
  return low >= text.length ? low : wholeCharacters(text, low);
}

/** Created on the first cut: creating it takes a tenth of an isolate's start time. */
let segmenter: Intl.Segmenter | undefined;
const LONGEST_CHARACTER = 64;

/**
 * Moves the cut to a grapheme boundary: one visible character may have many units, such as an emoji with its skin tone
 * or a letter with its accents.
 */
function wholeCharacters(text: string, end: number): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const from = Math.max(0, end - LONGEST_CHARACTER);
  let last = 0;
  for (const { index, segment } of segmenter.segment(text.slice(from, end + LONGEST_CHARACTER))) {
    if (from + index + segment.length > end) break;
    last = from + index + segment.length;
  }
  return last > 0 ? last : codePointEnd(text, end);
}

/** Cuts at a code point, for a character that is longer than the limit. */
function codePointEnd(text: string, end: number): number {
  const first = (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
  const isInside = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") && /[\uDC00-\uDFFF]/.test(text[end] ?? "");
  return Math.max(isInside ? end - 1 : end, first);
}

function fits(markdown: string, { limit, length }: Measure): boolean {
  return length(markdown) <= limit;
}

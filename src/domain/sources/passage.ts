/** Passages: which part of a source carries a sentence, told by the words that they share. */
import type { Span } from "./source.ts";

export interface Passage extends Span {
  /** Share of the sentence's weight that stands in it, 0 to 1. Rare words, numbers and names weigh more. */
  score: number;
}

/** UTF-16 units of one piece; a longer line is cut at a space. */
const LONGEST_PIECE = 400;
/** Letters that words of one family share: a crude stem. */
const STEM = 6;
const NUMBER_WEIGHT = 2;
/** A second sentence is added only for what it brings. */
const WIDER_COSTS = 0.08;

interface Piece extends Span {
  words: Set<string>;
}

/** The best span of one or two sentences. Undefined: no word is shared. Takes time in proportion to the length of the text. */
export function bestPassage(text: string, sentence: string): Passage | undefined {
  const wanted = new Set(wordsOf(sentence));
  if (wanted.size === 0) return undefined;
  const pieces = piecesOf(text, wanted);
  const weights = weightsOf(wanted, pieces);
  let best: Passage | undefined;
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const isOneParagraph = next && !text.slice(piece.end, next.start).includes("\n\n");
    for (const passage of isOneParagraph ? [piece, joined(piece, next)] : [piece]) {
      if (passage.words.size === 0) continue;
      const score = shareOf(passage.words, weights) - (passage === piece ? 0 : WIDER_COSTS);
      if (score > (best?.score ?? 0)) best = { start: passage.start, end: passage.end, score };
    }
  }
  return best;
}

function joined(piece: Piece, next: Piece): Piece {
  return { start: piece.start, end: next.end, words: new Set([...piece.words, ...next.words]) };
}

function piecesOf(text: string, wanted: ReadonlySet<string>): Piece[] {
  return sentencesOf(text).map(({ start, end }) => {
    const words = wordsOf(text.slice(start, end)).filter((word) => wanted.has(word));
    return { start, end, words: new Set(words) };
  });
}

/** Spans without the white space around them, in order. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) {
    let start = match.index;
    const line = match[0];
    for (const end of endsIn(line)) {
      spans.push(...cut(text, start, match.index + end));
      start = match.index + end;
    }
    spans.push(...cut(text, start, match.index + line.length));
  }
  return spans;
}

/** Ends of sentences: a mark before white space. An initial and a number of a list end none. */
function endsIn(line: string): number[] {
  const ends = [...line.matchAll(/(?<!(?:^|[\s(])(?:\p{L}|\d{1,2}))[.!?\u3002]["'\u201d\u2019)\]]*(?=\s)/gu)];
  return ends.map(({ index, 0: mark }) => index + mark.length);
}

function cut(text: string, from: number, to: number): Span[] {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] ?? "")) start++;
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  if (start === end) return [];
  const spans: Span[] = [];
  while (end - start > LONGEST_PIECE) {
    const space = text.lastIndexOf(" ", start + LONGEST_PIECE);
    const at = space > start ? space : start + LONGEST_PIECE;
    spans.push({ start, end: at });
    start = text[at] === " " ? at + 1 : at;
  }
  return [...spans, { start, end }];
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain.matchAll(/\d+(?:[.,]\d+)*|[\p{L}]+/gu)].map(([word]) =>
    /^\d/.test(word) ? word : word.slice(0, STEM),
  );
}

function weightsOf(wanted: ReadonlySet<string>, pieces: readonly Piece[]): Map<string, number> {
  const weight = (word: string) => {
    const holders = pieces.filter(({ words }) => words.has(word)).length;
    const rare = Math.log(1 + pieces.length / (1 + holders));
    return rare * (/^\d/.test(word) ? NUMBER_WEIGHT : 1);
  };
  return new Map([...wanted].map((word) => [word, weight(word)]));
}

function shareOf(words: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let all = 0;
  let found = 0;
  for (const [word, weight] of weights) {
    all += weight;
    if (words.has(word)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}

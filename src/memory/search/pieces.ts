/**
 * Pieces of a page: an answer of an agent covers any question about its subject somewhere, so it counts by the
 * one piece that covers most, as long as a message in a talk.
 */
import type { Lexicon } from "./lexicon.ts";
import type { Word } from "./vocabulary.ts";

/** Messages of a conversation with more words than this are pages. */
const PAGE = 150;
const PIECE = 60;
const STEP = 20;

export function isPageLong(kind: string, spoken: readonly Word[]): boolean {
  return kind === "turn" && spoken.length > PAGE;
}

/** The piece with the most weight of the question's words; the first of equals. */
export function bestPiece(spoken: readonly Word[], lexicon: Lexicon): readonly Word[] {
  let best = { start: 0, weight: -1 };
  for (let start = 0; start < spoken.length - PIECE + STEP; start += STEP) {
    const weight = weightOf(spoken.slice(start, start + PIECE), lexicon);
    if (weight > best.weight) best = { start, weight };
  }
  return spoken.slice(best.start, best.start + PIECE);
}

function weightOf(words: readonly Word[], { terms, termOf }: Lexicon): number {
  let weight = 0;
  const seen = new Set<number>();
  for (const word of words) {
    const term = termOf(word);
    if (term < 0 || seen.has(term)) continue;
    seen.add(term);
    weight += terms[term]?.idf ?? 0;
  }
  return weight;
}

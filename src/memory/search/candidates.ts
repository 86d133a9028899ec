/** Which positions are worth scoring: what matched, and what stands near a match. */
import type { Passage } from "../model.ts";
import type { KeywordHit, Span } from "../ports.ts";

export interface Place {
  source: string;
  ordinal: number;
  /** A turn has neighbours; a note stands alone. */
  alone: boolean;
  score: number;
}

/** What a match is worth one and two positions away: answers stand beside the words of their question. */
const NEIGHBOUR = [1, 0.6, 0.4];
/** Neighbours by which each candidate is judged. */
export const WINDOW = 2;

/** The best positions, best first. */
export function spread(hits: readonly KeywordHit[], limit: number): Place[] {
  const places = new Map<string, Place>();
  for (const { source, ordinal: at, kind, score } of hits) {
    const alone = kind !== "turn";
    const reach = alone ? 0 : NEIGHBOUR.length - 1;
    for (let step = -reach; step <= reach; step++) {
      const ordinal = at + step;
      if (ordinal < 0) continue;
      const key = placeKey(source, ordinal);
      const place = places.get(key) ?? { source, ordinal, alone, score: 0 };
      place.score += score * (NEIGHBOUR[Math.abs(step)] ?? 0);
      places.set(key, place);
    }
  }
  return [...places.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}

export function placeKey(source: string, ordinal: number): string {
  return `${source}\u0000${ordinal}`;
}

export function placeOf({ source, ordinal }: Passage): string {
  return placeKey(source, ordinal);
}

/** What must be read to score the places: each with its neighbours, nothing twice. */
export function spansAround(places: readonly Place[]): Span[] {
  const spans = places.map(({ source, ordinal, alone }) => {
    const reach = alone ? 0 : WINDOW;
    return { source, from: ordinal - reach, to: ordinal + reach };
  });
  return mergeSpans(spans);
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => compareText(a.source, b.source) || a.from - b.from);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last?.source === span.source && span.from <= last.to + 1) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Chooses the positions to score: matches and their neighbours. */
import type { KeywordHit, Span } from "../ports/index-port.ts";

export interface Place {
  source: string;
  ordinal: number;
  /** A turn has neighbours; a note stands alone. */
  alone: boolean;
  /** Whether it is of a file, whose beginning says what it is about. */
  inFile: boolean;
  score: number;
}

/** Weight of a match one and two positions away: answers stand beside the words of their question. */
const NEIGHBOUR = [1, 0.6, 0.4];
/** Neighbours on each side that count for a candidate. */
export const WINDOW = 2;

/** The best positions, those of the `own` best matches first. */
export function spread(hits: readonly KeywordHit[], limit: number, own = 0): Place[] {
  const bySource = new Map<string, Map<number, Place>>();
  for (const hit of hits) {
    const places = bySource.get(hit.source) ?? new Map<number, Place>();
    bySource.set(hit.source, places);
    spreadHit(hit, places);
  }
  const all = [...bySource.values()].flatMap((places) => [...places.values()]);
  all.sort((a, b) => b.score - a.score);
  const best = own === 0 ? [] : [...hits].sort((a, b) => b.score - a.score).slice(0, own);
  const matched = best.flatMap(({ source, ordinal }) => bySource.get(source)?.get(ordinal) ?? []);
  return [...new Set([...matched, ...all])].slice(0, limit);
}

function spreadHit({ source, ordinal: at, kind, score }: KeywordHit, places: Map<number, Place>): void {
  const alone = kind !== "turn";
  const reach = alone ? 0 : NEIGHBOUR.length - 1;
  for (let ordinal = Math.max(0, at - reach); ordinal <= at + reach; ordinal++) {
    const worth = score * (NEIGHBOUR[Math.abs(ordinal - at)] ?? 0);
    const place = places.get(ordinal);
    if (place === undefined)
      places.set(ordinal, { source, ordinal, alone, inFile: kind === "file", score: worth });
    else place.score += worth;
  }
}

export function placeKey({ source, ordinal }: { source: string; ordinal: number }): string {
  return `${source}\u0000${ordinal}`;
}

/**
 * Spans to read for scoring: each position with its neighbours, or with the beginning of its file; overlaps
 * are merged.
 */
export function spansAround(places: readonly Place[]): Span[] {
  const spans = places.map(({ source, ordinal, alone }) => {
    const reach = alone ? 0 : WINDOW;
    return { source, from: Math.max(0, ordinal - reach), to: ordinal + reach };
  });
  const files = new Set(places.flatMap(({ source, inFile }) => (inFile ? [source] : [])));
  return mergeSpans([...spans, ...[...files].map((source) => ({ source, from: 0, to: 0 }))]);
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

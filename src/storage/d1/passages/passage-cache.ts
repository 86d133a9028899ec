/**
 * Cache of recently read passages, shared by all searches of a process. Entries carry the index state from
 * before they were read: nothing that has changed since is returned. Holds values only (no promises), within
 * its bound.
 */

import type { Span, State } from "../../../memory/ports/index-port.ts";
import type { Passage } from "../../../memory/ports/model.ts";

/** Characters of all cached passages, including the overhead of each: about 15,000 turns. */
const MOST_CHARACTERS = 6_000_000;
const BESIDE_TEXT = 250;

interface Kept {
  owner: string;
  edits: string;
  last: string;
  size: number;
  /** By position; an empty list means that there is no passage. */
  places: Map<number, readonly Passage[]>;
}

export interface Lookup {
  known: Passage[];
  /** Spans that must be read from D1. */
  missing: Span[];
}

export class PassageCache {
  private readonly sources = new Map<string, Kept>();
  private readonly most: number;
  private size = 0;

  constructor(most = MOST_CHARACTERS) {
    this.most = most;
  }

  look(state: State, spans: readonly Span[]): Lookup {
    const known: Passage[] = [];
    const missing: Span[] = [];
    for (const span of spans) {
      const kept = this.current(state, span.source);
      for (let ordinal = span.from; ordinal <= span.to; ordinal++) {
        const there = kept?.places.get(ordinal);
        if (there === undefined) addTo(missing, span.source, ordinal);
        else known.push(...there);
      }
    }
    return { known, missing };
  }

  /** Adds the passages read for these spans, when the index was in that state or a later one. */
  add(state: State, spans: readonly Span[], passages: readonly Passage[]): void {
    const read = Map.groupBy(passages, placeOf);
    for (const { source, from, to } of spans) {
      const kept = this.keeperOf(state, source);
      if (kept === undefined) continue;
      for (let ordinal = from; ordinal <= to; ordinal++) {
        const there = read.get(keyOf(source, String(ordinal))) ?? [];
        // An empty position stays valid only until the next passage is added.
        if (there.length === 0 && kept.last !== state.last) continue;
        this.put(kept, ordinal, there);
      }
    }
    this.shrink();
  }

  private current(state: State, source: string): Kept | undefined {
    const key = keyOf(state.owner, source);
    const kept = this.sources.get(key);
    if (kept === undefined) return undefined;
    this.sources.delete(key);
    if (kept.edits !== state.edits) {
      this.size -= kept.size;
      return undefined;
    }
    if (kept.last !== state.last) this.forgetEmpty(kept);
    kept.last = state.last;
    // Moves it to the end: the first entry of the map is the least recently used.
    this.sources.set(key, kept);
    return kept;
  }

  /** Undefined if a later search has seen the index change meanwhile. */
  private keeperOf(state: State, source: string): Kept | undefined {
    const key = keyOf(state.owner, source);
    const found = this.sources.get(key);
    if (found !== undefined) return found.edits === state.edits ? found : undefined;
    const kept = { ...state, size: 0, places: new Map<number, readonly Passage[]>() };
    this.sources.set(key, kept);
    return kept;
  }

  /** A passage was added: it may be at a position that was empty. */
  private forgetEmpty(kept: Kept): void {
    for (const [ordinal, there] of kept.places) {
      if (there.length > 0) continue;
      kept.places.delete(ordinal);
      kept.size -= sizeOf(there);
      this.size -= sizeOf(there);
    }
  }

  private put(kept: Kept, ordinal: number, passages: readonly Passage[]): void {
    const grown = sizeOf(passages) - sizeOf(kept.places.get(ordinal));
    kept.places.set(ordinal, passages);
    kept.size += grown;
    this.size += grown;
  }

  private shrink(): void {
    for (const [key, kept] of this.sources) {
      if (this.size <= this.most) break;
      this.sources.delete(key);
      this.size -= kept.size;
    }
  }
}

function addTo(missing: Span[], source: string, ordinal: number): void {
  const last = missing.at(-1);
  if (last?.source === source && last.to === ordinal - 1) last.to = ordinal;
  else missing.push({ source, from: ordinal, to: ordinal });
}

function sizeOf(passages: readonly Passage[] | undefined): number {
  if (passages === undefined) return 0;
  return passages.reduce((sum, { text }) => sum + text.length + BESIDE_TEXT, BESIDE_TEXT);
}

function placeOf({ source, ordinal }: Passage): string {
  return keyOf(source, String(ordinal));
}

function keyOf(first: string, second: string): string {
  return `${first}\u0000${second}`;
}

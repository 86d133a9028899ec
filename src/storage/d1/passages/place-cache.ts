/**
 * Cache of the places of recently found passages, shared by all searches of a process. Like the passage
 * cache, it returns nothing that has changed since: any change or removal among an owner's passages
 * invalidates all of them.
 */
import type { State } from "../../../memory/ports/index-port.ts";
import type { ChunkKind } from "../../../memory/ports/model.ts";

/** Limit over all owners together: about 2 MB. */
const MOST_PLACES = 40_000;
/** Share that is kept when the bound is exceeded. */
const SHRUNK = 0.9;

export interface PlaceOf {
  source: string;
  ordinal: number;
  kind: ChunkKind;
}

interface Kept {
  edits: string;
  places: Map<number, PlaceOf>;
  /** Interned source names: one string per source, however many passages it has. */
  sources: Map<string, string>;
}

export class PlaceCache {
  private readonly owners = new Map<string, Kept>();
  private readonly most: number;
  private size = 0;

  constructor(most = MOST_PLACES) {
    this.most = most;
  }

  /** Undefined for a passage whose place must be read. */
  look({ owner, edits }: State, ids: readonly number[]): (PlaceOf | undefined)[] {
    const kept = this.owners.get(owner);
    if (kept === undefined) return ids.map(() => undefined);
    this.owners.delete(owner);
    if (kept.edits !== edits) {
      this.size -= kept.places.size;
      return ids.map(() => undefined);
    }
    // Moves it to the end: the first entry of the map is the least recently used.
    this.owners.set(owner, kept);
    return ids.map((id) => kept.places.get(id));
  }

  /**
   * Adds places read when the index was in that state or a later one; ignored if a later search has seen a
   * change meanwhile.
   */
  add({ owner, edits }: State, passages: readonly (PlaceOf & { id: number })[]): void {
    const kept = this.owners.get(owner) ?? { edits, places: new Map(), sources: new Map() };
    if (kept.edits !== edits) return;
    this.owners.set(owner, kept);
    this.size -= kept.places.size;
    for (const { id, source, ordinal, kind } of passages) {
      const name = kept.sources.get(source) ?? source;
      kept.sources.set(name, name);
      kept.places.set(id, { source: name, ordinal, kind });
    }
    this.size += kept.places.size;
    if (this.size > this.most) this.shrink();
  }

  /**
   * Evicts the least recently used owners, and of the last one the entries read first. Evicts many at a time:
   * a map is slow to find its first entry after many deletions before it.
   */
  private shrink(): void {
    const most = this.most * SHRUNK;
    for (const [owner, { places }] of this.owners) {
      if (this.owners.size === 1 || this.size <= most) break;
      this.owners.delete(owner);
      this.size -= places.size;
    }
    for (const { places, sources } of this.owners.values()) {
      for (const id of places.keys()) {
        if (this.size <= most) return;
        places.delete(id);
        this.size--;
      }
      sources.clear();
    }
  }
}

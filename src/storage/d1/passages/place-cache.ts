/**
 * Where passages stand that were found lately, kept for all searches of a process. As with their texts, nothing is given
 * back that has changed since: when any of the owner's has changed or gone, all of them are unknown.
 */
import type { State } from "../../../memory/ports/index-port.ts";
import type { ChunkKind } from "../../../memory/ports/model.ts";

/** Of all owners together: some 2 MB. */
const MOST_PLACES = 40_000;
/** What is left of them when there were more. */
const SHRUNK = 0.9;

export interface PlaceOf {
  source: string;
  ordinal: number;
  kind: ChunkKind;
}

interface Kept {
  edits: string;
  places: Map<number, PlaceOf>;
  /** One text for each source, however many stand in it. */
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
    // Behind all others: the first in the map is the one that was not asked for longest.
    this.owners.set(owner, kept);
    return ids.map((id) => kept.places.get(id));
  }

  /** What was read when the index was in that state or a later one. Nothing is kept when a later search has seen a change meanwhile. */
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
   * The owners that were not asked for longest go first, and of the last one what was read first. By a part at a time: a
   * map is slow to find its first entry when many before that have gone.
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

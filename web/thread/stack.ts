/**
 * A vertical stack of items with different heights: finds an item's top and the item at a position without a walk over
 * all of them.
 */

interface Keyed {
  key: string;
}

export class Stack<T extends Keyed> {
  items: readonly T[] = [];
  private readonly guess: (item: T) => number;
  private readonly measures = new Map<string, number>();
  private readonly indexes = new Map<string, number>();
  private heights = new Float64Array(64);
  /** The tops, valid up to the one at `known`. */
  private tops = new Float64Array(65);
  private known = 0;

  /** `guess`: height of an item that is not measured yet, in px. */
  constructor(guess: (item: T) => number) {
    this.guess = guess;
  }

  /** Unchanged items at the beginning are not looked at again. */
  set(items: readonly T[]): void {
    const same = commonAtBeginning(items, this.items);
    for (const { key } of this.items.slice(same)) this.indexes.delete(key);
    this.items = items;
    this.reserve(items.length);
    for (const [at, item] of items.slice(same).entries()) {
      this.indexes.set(item.key, same + at);
      this.heights[same + at] = this.measures.get(item.key) ?? this.guess(item);
    }
    this.known = Math.min(this.known, same);
  }

  /** Undefined: no item has that key. */
  indexOf(key: string): number | undefined {
    return this.indexes.get(key);
  }

  measured(key: string, height: number): void {
    this.measures.set(key, height);
    const at = this.indexes.get(key);
    if (at === undefined || this.heights[at] === height) return;
    this.heights[at] = height;
    this.known = Math.min(this.known, at);
  }

  /**
   * The top of the item at that index, in px from the top of the first; for the index after the last, the end of all.
   */
  top(at: number): number {
    for (; this.known < at; this.known++)
      this.tops[this.known + 1] = (this.tops[this.known] ?? 0) + (this.heights[this.known] ?? 0);
    return this.tops[at] ?? 0;
  }

  bottom(at: number): number {
    return this.top(at + 1);
  }

  get height(): number {
    return this.top(this.items.length);
  }

  /** The first item that ends at that position or below it; the number of items when there is none. */
  at(place: number): number {
    let [low, high] = [0, this.items.length];
    this.top(high);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bottom(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private reserve(count: number): void {
    if (count < this.heights.length) return;
    const [heights, tops] = [new Float64Array(count * 2), new Float64Array(count * 2 + 1)];
    heights.set(this.heights);
    tops.set(this.tops);
    [this.heights, this.tops] = [heights, tops];
  }
}

function commonAtBeginning<T>(one: readonly T[], other: readonly T[]): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same += 1;
  return same;
}

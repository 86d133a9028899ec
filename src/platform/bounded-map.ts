/**
 * Bounded cache for the lifetime of an isolate: evicts the entry set longest ago when there are too many, or
 * when their total weight is too great.
 */

export interface Bounds<V> {
  /** Maximum number of values. */
  most: number;
  /** Maximum total weight, in units of `weigh`. */
  heaviest?: number;
  weigh?(value: V): number;
}

export class BoundedMap<V> {
  private readonly bounds: Required<Bounds<V>>;
  private readonly entries = new Map<string, { value: V; weight: number }>();
  private weight = 0;

  constructor(bounds: Bounds<V>) {
    this.bounds = { heaviest: Number.POSITIVE_INFINITY, weigh: () => 0, ...bounds };
  }

  get(key: string): V | undefined {
    return this.entries.get(key)?.value;
  }

  keys(): MapIterator<string> {
    return this.entries.keys();
  }

  /** A value that exceeds the bound by itself is not kept. */
  set(key: string, value: V): void {
    this.delete(key);
    const weight = this.bounds.weigh(value);
    this.entries.set(key, { value, weight });
    this.weight += weight;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.bounds.most && this.weight <= this.bounds.heaviest) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.weight = 0;
  }
}

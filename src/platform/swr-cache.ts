/**
 * Stale-while-revalidate cache for the lifetime of an isolate: a slightly stale value is returned at once and
 * refreshed in the background, so that the first token waits for no storage.
 *
 * It holds values and never promises: a promise that one Durable Object or request works on may never settle
 * for another one. So each caller that has to wait reads for itself.
 */
import { BoundedMap, type Bounds } from "./bounded-map.ts";
import { Lease } from "./shared-work.ts";

export interface SwrCacheOptions<V, K = string> extends Partial<Bounds<V>> {
  /** Reads the value; may reject. */
  read(of: K): Promise<V>;
  now(): number;
  /** Default: its JSON. Needed where that says more than the value depends on. */
  keyOf?(of: K): string;
  /** ms for which a change made elsewhere may go unseen. */
  fresh_ms?: number;
  /** ms after which a caller waits for a fresh value. */
  stale_ms?: number;
  /** Outcome of a failed read: the caller gets the stale value (the default) or the error. */
  on_failure?: "serve_stale" | "reject";
}

/** A cached value, however old. */
interface CachedValue<V> {
  value: V;
  age_ms: number;
  /** Whether the last attempt to refresh it failed. */
  isDoubtful: boolean;
}

interface Entry<V, K> {
  of: K;
  value: V;
  read_at: number;
  /** Its place in the order of readings and changes. */
  step: number;
  isDoubtful: boolean;
  /** Held by the refresh under way, which may be cut off with the request that began it. */
  refresh: Lease;
}

const DEFAULTS = {
  keyOf: (of: unknown) => JSON.stringify(of),
  fresh_ms: 2_000,
  stale_ms: 60_000,
  on_failure: "serve_stale",
  most: 1_000,
  heaviest: Number.POSITIVE_INFINITY,
  weigh: () => 0,
} as const;

export class SwrCache<V, K = string> {
  private readonly options: Required<SwrCacheOptions<V, K>>;
  private readonly entries: BoundedMap<Entry<V, K>>;
  private steps = 0;
  /** The step of the last change: what was read before it is not cached after it. */
  private changed = 0;

  constructor(options: SwrCacheOptions<V, K>) {
    this.options = { ...DEFAULTS, ...options };
    const { most, heaviest, weigh } = this.options;
    this.entries = new BoundedMap({ most, heaviest, weigh: ({ value }) => weigh(value) });
  }

  /** Rejects only when the caller has to wait and the read fails; see `on_failure`. */
  get(of: K): V | Promise<V> {
    const { fresh_ms, stale_ms, on_failure } = this.options;
    const known = this.entry(of);
    if (!known) return this.read(of);
    if (known.age_ms >= stale_ms) return on_failure === "reject" ? this.read(of) : this.readOrServe(of);
    if (known.age_ms >= fresh_ms) this.refresh(of);
    return known.value;
  }

  /** A value at most `fresh_ms` old; the caller may have to wait. Rejects when the read does. */
  fresh(of: K): V | Promise<V> {
    const known = this.entry(of);
    return known && known.age_ms < this.options.fresh_ms ? known.value : this.read(of);
  }

  /** Reads now, past the cache. Rejects when the read does. */
  anew(of: K): Promise<V> {
    return this.read(of);
  }

  /** Reads in the background, unless that is under way. */
  refresh(of: K): void {
    const lease = this.entryOf(of)?.refresh ?? new Lease(this.options.now);
    const held = lease.take(this.options.fresh_ms);
    if (held) this.read(of).then(held.release, held.release);
  }

  /** The cached value, however old; undefined: none. Never reads. */
  known(of: K): V | undefined {
    return this.entryOf(of)?.value;
  }

  /** Like `get`, with the age of the value. Undefined if it is not cached. */
  entry(of: K): CachedValue<V> | undefined {
    const entry = this.entryOf(of);
    if (!entry) return undefined;
    const { value, read_at, isDoubtful } = entry;
    return { value, isDoubtful, age_ms: this.options.now() - read_at };
  }

  /** Caches a value that the caller has just written or established. */
  put(of: K, value: V): void {
    this.keep({ of, value, read_at: this.options.now(), step: ++this.steps });
  }

  /** Call after a change in this isolate: the next caller waits for a fresh value. */
  forget(of: K): void {
    this.changed = ++this.steps;
    this.entries.delete(this.options.keyOf(of));
  }

  /** Like `forget`, for all values that the change may concern. */
  forgetIf(concerns: (value: V, of: K) => boolean): void {
    this.changed = ++this.steps;
    for (const key of this.entries.keys()) {
      const entry = this.entries.get(key);
      if (entry && concerns(entry.value, entry.of)) this.entries.delete(key);
    }
  }

  forgetAll(): void {
    this.changed = ++this.steps;
    this.entries.clear();
  }

  private readOrServe(of: K): Promise<V> {
    return this.read(of).catch((problem: unknown) => {
      const known = this.entry(of);
      if (!known) throw problem;
      return known.value;
    });
  }

  private async read(of: K): Promise<V> {
    const [step, read_at] = [++this.steps, this.options.now()];
    try {
      const value = await this.options.read(of);
      if (step > this.changed) this.keep({ of, value, read_at, step });
      return value;
    } catch (problem) {
      const entry = this.entryOf(of);
      if (entry) entry.isDoubtful = true;
      throw problem;
    }
  }

  /** A slow reading does not replace a later one. */
  private keep(found: Omit<Entry<V, K>, "isDoubtful" | "refresh">): void {
    if ((this.entryOf(found.of)?.step ?? 0) > found.step) return;
    const refresh = new Lease(this.options.now);
    this.entries.set(this.options.keyOf(found.of), { ...found, isDoubtful: false, refresh });
  }

  private entryOf(of: K): Entry<V, K> | undefined {
    return this.entries.get(this.options.keyOf(of));
  }
}

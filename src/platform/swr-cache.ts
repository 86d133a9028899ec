/**
 * Stale-while-revalidate cache by key: a slightly stale value is returned at once and refreshed in the
 * background, so that the first token waits for no storage.
 */

export interface SwrCacheOptions<V> {
  /** Reads the value; may reject. */
  read(key: string): Promise<V>;
  now(): number;
  /** ms for which a change made elsewhere may go unseen. */
  fresh_ms?: number;
  /** ms after which a caller waits for a fresh value. */
  stale_ms?: number;
  /** Maximum number of keys. */
  most?: number;
}

interface Kept<V> {
  value: V;
  read_at: number;
}

export class SwrCache<V> {
  readonly #options: Required<SwrCacheOptions<V>>;
  readonly #kept = new Map<string, Kept<V>>();
  /** By key: when the refresh under way began. */
  readonly #renewing = new Map<string, number>();
  /** Generation counter: a value read before a change is not cached after it. */
  #changes = 0;

  constructor(options: SwrCacheOptions<V>) {
    this.#options = { fresh_ms: 2_000, stale_ms: 60_000, most: 1_000, ...options };
  }

  /** Rejects only when nothing is cached and the read fails; otherwise the cached value is returned. */
  get(key: string): V | Promise<V> {
    const { now, fresh_ms, stale_ms } = this.#options;
    const known = this.#kept.get(key);
    if (!known) return this.#read(key);
    const age = now() - known.read_at;
    if (age < fresh_ms) return known.value;
    if (age > stale_ms) return this.#read(key).catch(() => known.value);
    if (now() - (this.#renewing.get(key) ?? 0) > fresh_ms) this.#renew(key);
    return known.value;
  }

  /** A value at most `fresh_ms` old; the caller may have to wait. Rejects when the read does. */
  fresh(key: string): V | Promise<V> {
    const known = this.#kept.get(key);
    const isFresh = known && this.#options.now() - known.read_at < this.#options.fresh_ms;
    return isFresh ? known.value : this.#read(key);
  }

  /** Reads now, past the cache. Rejects when the read does. */
  anew(key: string): Promise<V> {
    return this.#read(key);
  }

  /** The cached value, however old; undefined: none. Never reads. */
  known(key: string): V | undefined {
    return this.#kept.get(key)?.value;
  }

  /** Caches a value that the caller has just read or established. */
  put(key: string, value: V): void {
    this.#keep(key, { value, read_at: this.#options.now() });
  }

  /** Call after a change in this isolate: the next caller waits for a fresh value. */
  forgetAll(): void {
    this.#changes++;
    this.#kept.clear();
  }

  /** One refresh for all callers that find the value stale. */
  #renew(key: string): void {
    this.#renewing.set(key, this.#options.now());
    const done = () => void this.#renewing.delete(key);
    this.#read(key).then(done, done);
  }

  async #read(key: string): Promise<V> {
    const [changes, read_at] = [this.#changes, this.#options.now()];
    const value = await this.#options.read(key);
    if (changes !== this.#changes) return value;
    this.#keep(key, { value, read_at });
    return value;
  }

  #keep(key: string, kept: Kept<V>): void {
    if (this.#kept.size >= this.#options.most) this.#kept.clear();
    this.#kept.set(key, kept);
  }
}

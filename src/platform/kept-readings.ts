/**
 * Values by key, read anew when they have grown old: a little old, one is given at once and renewed behind whoever asked;
 * so the first token waits for no storage.
 */

export interface KeptOptions<V> {
  /** May reject. */
  read(key: string): Promise<V>;
  now(): number;
  /** ms that a change made elsewhere may go unseen. */
  fresh_ms?: number;
  /** ms after which it is waited for. */
  stale_ms?: number;
  /** Keys that are kept. */
  most?: number;
}

interface Kept<V> {
  value: V;
  read_at: number;
}

export class KeptReadings<V> {
  readonly #options: Required<KeptOptions<V>>;
  readonly #kept = new Map<string, Kept<V>>();
  /** When the reading that is under way began. */
  readonly #renewing = new Map<string, number>();
  /** What was read before a change is not kept beyond it. */
  #changes = 0;

  constructor(options: KeptOptions<V>) {
    this.#options = { fresh_ms: 2_000, stale_ms: 60_000, most: 1_000, ...options };
  }

  /** Rejects when nothing is known and the reading does; else what was known stands. */
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

  /** Read no longer ago than `fresh_ms`, which may be waited for. Rejects when the reading does. */
  fresh(key: string): V | Promise<V> {
    const known = this.#kept.get(key);
    const isFresh = known && this.#options.now() - known.read_at < this.#options.fresh_ms;
    return isFresh ? known.value : this.#read(key);
  }

  /** Read now. Rejects when the reading does. */
  anew(key: string): Promise<V> {
    return this.#read(key);
  }

  /** As it was last read, however long ago; undefined: it is not known. */
  known(key: string): V | undefined {
    return this.#kept.get(key)?.value;
  }

  /** It was read or established elsewhere, this very moment. */
  put(key: string, value: V): void {
    this.#keep(key, { value, read_at: this.#options.now() });
  }

  /** Something was changed here: the next who asks waits for it. */
  forgetAll(): void {
    this.#changes++;
    this.#kept.clear();
  }

  /** One reading for all that find it a little old. */
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

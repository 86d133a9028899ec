/**
 * What people keep, counted when it is first asked for and again after a minute; in between this process adds what it
 * hears of. Other processes are heard of late, so that a quota may be passed by what a minute brings.
 */

const COUNTED_AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 1_000;

export class Meter<T extends object> {
  readonly #count: (owner: string) => Promise<T>;
  readonly #now: () => number;
  readonly #known = new Map<string, { value: T; at: number }>();

  constructor(count: (owner: string) => Promise<T>, now: () => number) {
    this.#count = count;
    this.#now = now;
  }

  async read(owner: string): Promise<T> {
    const known = this.#known.get(owner);
    if (known && this.#now() - known.at < COUNTED_AGAIN_AFTER_MS) return known.value;
    const value = await this.#count(owner);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(owner, { value, at: this.#now() });
    return value;
  }

  /** What is known of it changes; nothing where nothing is known. */
  change(owner: string, change: (value: T) => T): void {
    const known = this.#known.get(owner);
    if (known) known.value = change(known.value);
  }
}

/**
 * What people keep, counted when it is first asked for and again after a minute; in between this process adds what it
 * hears of. Other processes are heard of late, so that a quota may be passed by what a minute brings.
 */

const COUNTED_AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 1_000;

export class Meter<What extends string> {
  readonly #count: (owner: string) => Promise<Record<What, number>>;
  readonly #now: () => number;
  readonly #known = new Map<string, { value: Record<What, number>; at: number }>();

  constructor(count: (owner: string) => Promise<Record<What, number>>, now: () => number) {
    this.#count = count;
    this.#now = now;
  }

  async read(owner: string): Promise<Record<What, number>> {
    const asked = this.#now();
    const known = this.#known.get(owner);
    if (known && asked - known.at < COUNTED_AGAIN_AFTER_MS) return known.value;
    const value = await this.#count(owner);
    const newer = this.#known.get(owner);
    // Counted meanwhile for somebody else who asked: what has been added to that is not lost.
    if (newer && newer.at >= asked) return newer.value;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(owner, { value, at: this.#now() });
    return value;
  }

  /** So much more is kept; less, where it is below 0. Nothing where nothing is known. */
  add(owner: string, more: Readonly<Record<What, number>>): void {
    const known = this.#known.get(owner);
    if (!known) return;
    const value = { ...known.value };
    for (const what of namesIn(more)) value[what] += more[what];
    known.value = value;
  }

  /**
   * What `write` gives. What it adds is checked and counted in one step before it is written, so that what comes at once
   * does not pass together; it counts no more where `write` throws.
   */
  async during<T>(
    owner: string,
    { more, check }: Addition<What>,
    write: (before: Record<What, number>) => Promise<T>,
  ): Promise<T> {
    const counted = await this.read(owner);
    // Of several who were told at once, the others have added meanwhile.
    const before = this.#known.get(owner)?.value ?? counted;
    check(before);
    this.add(owner, more);
    try {
      return await write(before);
    } catch (problem) {
      const less: Record<What, number> = { ...more };
      for (const what of namesIn(more)) less[what] = -more[what];
      this.add(owner, less);
      throw problem;
    }
  }
}

export interface Addition<What extends string> {
  more: Readonly<Record<What, number>>;
  /** Throws where what is kept leaves no place for it. */
  check(before: Readonly<Record<What, number>>): void;
}

function namesIn<What extends string>(counts: Readonly<Record<What, number>>): What[] {
  return Object.keys(counts) as What[];
}

/**
 * Cached counts of what people store, recounted after a minute and updated in between with this process's own
 * changes. Other processes' changes arrive late, so a quota may be exceeded by a minute's worth.
 */

const COUNTED_AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 1_000;

export class Meter<What extends string> {
  private readonly count: (owner: string) => Promise<Record<What, number>>;
  private readonly now: () => number;
  private readonly known = new Map<string, { value: Record<What, number>; at: number }>();

  constructor(count: (owner: string) => Promise<Record<What, number>>, now: () => number) {
    this.count = count;
    this.now = now;
  }

  async read(owner: string): Promise<Record<What, number>> {
    const began = this.now();
    const known = this.known.get(owner);
    if (known && began - known.at < COUNTED_AGAIN_AFTER_MS) return known.value;
    const value = await this.count(owner);
    const newer = this.known.get(owner);
    // Another caller counted meanwhile: keep that count, which includes later additions.
    if (newer && newer.at >= began) return newer.value;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(owner, { value, at: this.now() });
    return value;
  }

  /** Adds to the cached count; negative values subtract. No effect when nothing is cached. */
  add(owner: string, more: Readonly<Record<What, number>>): void {
    const known = this.known.get(owner);
    if (!known) return;
    const value = { ...known.value };
    for (const what of namesIn(more)) value[what] += more[what];
    known.value = value;
  }

  /**
   * Runs `write` and returns its result. The addition is checked and counted in one step before the write, so
   * that parallel writes cannot pass together; it is undone when `write` throws.
   */
  async during<T>(
    owner: string,
    { more, check }: Addition<What>,
    write: (before: Record<What, number>) => Promise<T>,
  ): Promise<T> {
    const counted = await this.read(owner);
    // Other callers that waited for the same count may have added to it meanwhile.
    const before = this.known.get(owner)?.value ?? counted;
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

interface Addition<What extends string> {
  more: Readonly<Record<What, number>>;
  /** Throws when the addition exceeds the quota. */
  check(before: Readonly<Record<What, number>>): void;
}

function namesIn<What extends string>(counts: Readonly<Record<What, number>>): What[] {
  return Object.keys(counts) as What[];
}

/**
 * How long reading a PDF may compute. The library reads a page at a stretch and never waits for a timer, but asks for the
 * time after each hundred operators and at the beginning of each form: that is where it can be stopped.
 */

/** Questions at a stretch: half a second or so. */
const MOST_ASKED = 12_000;
/** ms by the clock, of one document. */
const MOST_MS = 20_000;

/** What the library computes before others have their turn; of all that it reads at the same time. */
export class Stretch {
  /** How often it was stopped. */
  stopped = 0;
  readonly #now: () => number;
  #asked = 0;

  /** `now`: ms since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time, for the library. Throws when others have waited long enough. */
  now(): number {
    if (++this.#asked <= MOST_ASKED) return this.#now();
    this.stopped++;
    throw new Error("The page takes too long to read.");
  }

  async othersTurn(): Promise<void> {
    await new Promise((resolve) => void setTimeout(resolve, 0));
    this.#asked = 0;
  }
}

/** Of one document, from now on. */
export class Pace {
  readonly stretch: Stretch;
  readonly #now: () => number;
  readonly #ends: number;

  /** `now`: ms since the epoch. */
  constructor(now: () => number, stretch = new Stretch(now)) {
    this.stretch = stretch;
    this.#now = now;
    this.#ends = now() + MOST_MS;
  }

  get isOver(): boolean {
    return this.#now() >= this.#ends;
  }

  /** Undefined: its time was over before. */
  async within<R>(work: Promise<R>): Promise<R | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, this.#ends - this.#now()), undefined);
    });
    return Promise.race([work, over]).finally(() => clearTimeout(timer));
  }
}

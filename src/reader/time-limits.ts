/**
 * Time limits for reading a PDF. The library computes a page without yielding, but asks for the time after every
 * hundred operators and at the start of each form: only there can it be stopped.
 */
import { pause } from "../platform/pause.ts";

/** Times that the library may ask for the time before it must yield: about half a second of work. */
const MOST_ASKED = 12_000;
/** Wall-clock limit for one document, in ms. */
const MOST_MS = 9_000;

/** CPU limit until the next yield, shared by all documents that are read at the same time. */
export class CpuLimit {
  /** Number of times that the library was stopped. */
  stops = 0;
  private readonly clock: () => number;
  private readings = 0;

  /** `now`: ms since the epoch. */
  constructor(now: () => number) {
    this.clock = now;
  }

  /** The clock that the library is given. Throws when it has computed too long without a yield. */
  now(): number {
    if (++this.readings <= MOST_ASKED) return this.clock();
    this.stops++;
    throw new Error("The page takes too long to read.");
  }

  async othersTurn(): Promise<void> {
    await pause(0);
    this.readings = 0;
  }
}

/** Deadline of one document; it starts when this is constructed. */
export class ReadingDeadline {
  readonly stretch: CpuLimit;
  private readonly clock: () => number;
  private readonly ends: number;

  /** `now`: ms since the epoch. */
  constructor(now: () => number, stretch = new CpuLimit(now)) {
    this.stretch = stretch;
    this.clock = now;
    this.ends = now() + MOST_MS;
  }

  get isOver(): boolean {
    return this.clock() >= this.ends;
  }

  /** Resolves with undefined when the document's time runs out first. */
  async within<R>(work: Promise<R>): Promise<R | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, this.ends - this.clock()), undefined);
    });
    return Promise.race([work, over]).finally(() => clearTimeout(timer));
  }
}

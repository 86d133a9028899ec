/**
 * Counts what a program computes, stops it at its limit, and lets others run in between.
 * The clock of a deployed Worker stands still while code computes, so loop iterations are counted too.
 */

import { SLICE_MS } from "./fairness.ts";
import type { WasmGlobal } from "./web-assembly.ts";

/** Thrown into the program; it can't catch it. */
export class Stopped extends Error {
  readonly problem: "compute" | "timeout" | "aborted";

  constructor(problem: "compute" | "timeout" | "aborted") {
    super(problem);
    this.problem = problem;
  }
}

export interface MeterDeps {
  /** ms, monotonic. */
  clock(): number;
  /** Resolves when others have had their turn. */
  pause(): Promise<void>;
}

export interface MeterLimits {
  compute_ms: number;
  /** On the clock. */
  deadline: number;
  signal: AbortSignal;
}

/** Loop iterations between two looks at the clock: about 0.2 ms. */
const TICK = 20_000;
/** More than any machine does in a ms: the bound where the clock stands still. */
const TICKS_PER_MS = 12;
const UNLIMITED = 0x7fffffff;
/** A slice where the clock stands still. */
const SLICE_TICKS = 40;

export class Meter {
  fuel: WasmGlobal | undefined;
  readonly #deps: MeterDeps;
  readonly #limits: MeterLimits;
  readonly #mayPause: boolean;
  #spentMs = 0;
  #ticks = 0;
  #sliceStart = 0;
  #sliceTicks = 0;

  /** `mayPause`: the engine can put the program aside in mid-computation. */
  constructor(deps: MeterDeps, limits: MeterLimits, mayPause: boolean) {
    this.#deps = deps;
    this.#limits = limits;
    this.#mayPause = mayPause;
  }

  get spentMs(): number {
    return this.#spentMs;
  }

  /** Counting begins; `settle` ends it. Host code inside runs unmetered: see `unmetered`. */
  begin(): void {
    this.#sliceStart = this.#deps.clock();
    this.#sliceTicks = 0;
    this.#check(0);
    this.#refuel(TICK);
  }

  settle(): void {
    this.#spentMs += this.#deps.clock() - this.#sliceStart;
    this.#refuel(UNLIMITED);
  }

  /** While the host works on the program's memory in the middle of a computation. */
  unmetered<T>(work: () => T): T {
    const left = this.fuel?.value ?? TICK;
    this.#refuel(UNLIMITED);
    try {
      return work();
    } finally {
      this.#refuel(left);
    }
  }

  /** The fuel is used up. Returns a promise only when the program may be put aside. */
  tick(): Promise<void> | undefined {
    this.#ticks++;
    this.#sliceTicks++;
    this.#refuel(TICK);
    const inSlice = this.#deps.clock() - this.#sliceStart;
    this.#check(inSlice);
    const isDue = inSlice >= SLICE_MS || this.#sliceTicks >= SLICE_TICKS;
    return isDue && this.#mayPause ? this.#rest(inSlice) : undefined;
  }

  async #rest(inSlice: number): Promise<void> {
    this.#spentMs += inSlice;
    await this.#deps.pause();
    this.#sliceStart = this.#deps.clock();
    this.#sliceTicks = 0;
    this.#check(0);
  }

  #check(inSlice: number): void {
    const { compute_ms, deadline, signal } = this.#limits;
    if (signal.aborted) throw new Stopped("aborted");
    if (this.#spentMs + inSlice >= compute_ms) throw new Stopped("compute");
    if (this.#ticks >= compute_ms * TICKS_PER_MS) throw new Stopped("compute");
    if (this.#deps.clock() >= deadline) throw new Stopped("timeout");
  }

  #refuel(amount: number): void {
    if (this.fuel) this.fuel.value = amount;
  }
}

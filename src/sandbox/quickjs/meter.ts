/**
 * Meters a program's CPU time, stops it at its limit, and lets others run in between. The clock of a deployed
 * Worker stands still while code computes, so loop iterations are counted too.
 */

import { SLICE_MS } from "./fairness.ts";
import type { WasmGlobal } from "./web-assembly.ts";

/** Thrown into the program; it can't catch it. */
export class ProgramStoppedError extends Error {
  readonly problem: "compute" | "timeout" | "aborted";

  constructor(problem: "compute" | "timeout" | "aborted") {
    super(problem);
    this.problem = problem;
  }
}

interface MeterDeps {
  /** ms, monotonic. */
  clock(): number;
  /** Resolves when others have had their turn, after they were held up for `held_ms`. */
  pause(held_ms: number): Promise<void>;
}

interface MeterLimits {
  compute_ms: number;
  /** A time of the clock. */
  deadline: number;
  signal: AbortSignal;
}

/** Loop iterations between two reads of the clock: about 0.2 ms. */
const TICK = 20_000;
/** More than any machine does in a ms: the limit where the clock stands still. */
const TICKS_PER_MS = 12;
/** Fuel at the start of each run, in loop iterations. */
const RUN_FUEL = 100;
/** ms of CPU time charged for a message to the host: 40,000 messages use up the usual 2 s. */
const FEE_MS = 0.05;
const FEE_MS_PER_CHAR = 5e-6;
const UNLIMITED = 0x7fffffff;
/** Length of a slice where the clock stands still. */
const SLICE_TICKS = 40;

export class Meter {
  fuel: WasmGlobal | undefined;
  private readonly deps: MeterDeps;
  private readonly limits: MeterLimits;
  private readonly mayPause: boolean;
  private computedMs = 0;
  private ticks = 0;
  /** Since others last had their turn: the ms they were held up, and ticks. */
  private heldMs = 0;
  private heldTicks = 0;
  /** Start of the current computation. */
  private startedAt = 0;
  /** Fuel carried over from one run to the next: a chain of short runs costs as much as a long one. */
  private left = TICK;

  /** `mayPause`: the engine can suspend the program in mid-computation. */
  constructor(deps: MeterDeps, limits: MeterLimits, mayPause: boolean) {
    this.deps = deps;
    this.limits = limits;
    this.mayPause = mayPause;
  }

  get spentMs(): number {
    return this.computedMs;
  }

  /** Starts metering, once others have had the turn they are due; `settle` ends it. */
  async begin(): Promise<void> {
    if (this.isDue()) await this.rest();
    this.startedAt = this.deps.clock();
    this.check();
    this.left -= RUN_FUEL;
    if (this.left <= 0) this.tock();
    this.refuel(this.left);
  }

  settle(): void {
    this.left = this.fuel?.value ?? TICK;
    this.account();
    this.refuel(UNLIMITED);
  }

  /** For host work on the program's memory in the middle of a computation. */
  unmetered<T>(work: () => T): T {
    const left = this.fuel?.value ?? TICK;
    this.refuel(UNLIMITED);
    try {
      return work();
    } finally {
      this.refuel(left);
    }
  }

  /** Charges the program for a message of that length, in either direction. */
  charge(chars: number): void {
    const fee = FEE_MS + chars * FEE_MS_PER_CHAR;
    this.heldMs += fee;
    this.computedMs += fee;
  }

  /** Called when the fuel is used up. Returns a promise only if the program may be suspended. */
  tick(): Promise<void> | undefined {
    this.tock();
    this.refuel(TICK);
    this.account();
    this.check();
    return this.isDue() && this.mayPause ? this.rest() : undefined;
  }

  private tock(): void {
    this.ticks++;
    this.heldTicks++;
    this.left = TICK;
  }

  private account(): void {
    const now = this.deps.clock();
    this.computedMs += now - this.startedAt;
    this.heldMs += now - this.startedAt;
    this.startedAt = now;
  }

  private isDue(): boolean {
    return this.heldMs >= SLICE_MS || this.heldTicks >= SLICE_TICKS;
  }

  private async rest(): Promise<void> {
    const held = this.heldMs;
    this.heldMs = 0;
    this.heldTicks = 0;
    await this.deps.pause(held);
    this.startedAt = this.deps.clock();
    this.check();
  }

  private check(): void {
    const { compute_ms, deadline, signal } = this.limits;
    if (signal.aborted) throw new ProgramStoppedError("aborted");
    if (this.computedMs >= compute_ms) throw new ProgramStoppedError("compute");
    if (this.ticks >= compute_ms * TICKS_PER_MS) throw new ProgramStoppedError("compute");
    if (this.deps.clock() >= deadline) throw new ProgramStoppedError("timeout");
  }

  private refuel(amount: number): void {
    if (this.fuel) this.fuel.value = amount;
  }
}

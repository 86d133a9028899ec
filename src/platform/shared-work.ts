/**
 * Work that several objects of the platform want at once. One object must not await another's promise: if
 * that object is evicted, the promise never settles. So they share plain values: one leads, the others poll,
 * and the leader's lease expires.
 */

export interface PollClock {
  /** ms; only differences count. */
  now(): number;
  pause(ms: number): Promise<void>;
}

/** Polling interval in ms, for work that takes a few milliseconds. */
const LOOK_EACH_MS = 20;

/** The leader's lease. It expires by itself, since nobody is told when an object is evicted. */
export class Lease {
  private readonly now: () => number;
  private holding: { until: number } | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  get isHeld(): boolean {
    return this.holding !== undefined && this.now() < this.holding.until;
  }

  /** Undefined while another caller holds it. */
  take(ms: number): HeldLease | undefined {
    if (this.isHeld) return undefined;
    const own = { until: this.now() + ms };
    this.holding = own;
    return {
      renew: () => {
        own.until = this.now() + ms;
      },
      // A delayed leader must not release the lease of its successor.
      release: () => {
        if (this.holding === own) this.holding = undefined;
      },
    };
  }
}

export interface HeldLease {
  /** Extends the lease by its full duration, from now. */
  renew(): void;
  release(): void;
}

interface SharedWork<R> {
  lease: Lease;
  /** ms of a leader's silence after which another caller leads. */
  lost_after_ms: number;
  /**
   * The caller's result, or the decision to stop waiting; undefined while neither is there. Reads values
   * only.
   */
  look(): R | undefined;
  /** ms until the work should begin, so that others may join. Must not be 0 while there is no work. */
  begins_in(): number;
  /** Does the work for all callers. An error reaches the leader only, and the next caller leads. */
  lead(held: HeldLease): Promise<void>;
  pause(ms: number): Promise<void>;
}

/** Resolves with the first result of `look`. The caller leads when nobody does, otherwise it polls. */
export async function leadOrLook<R>(work: SharedWork<R>): Promise<R> {
  for (;;) {
    const found = work.look();
    if (found !== undefined) return found;
    const wait = work.lease.isHeld ? LOOK_EACH_MS : work.begins_in();
    if (wait > 0) await work.pause(wait);
    else await leadOnce(work);
  }
}

async function leadOnce<R>({ lease, lost_after_ms, lead }: SharedWork<R>): Promise<void> {
  const held = lease.take(lost_after_ms);
  try {
    if (held) await lead(held);
  } finally {
    held?.release();
  }
}

/** Polls for a result that needs no leader. */
export async function lookUntil<R>(look: () => R | undefined, pause: PollClock["pause"]): Promise<R> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await pause(LOOK_EACH_MS);
  }
}

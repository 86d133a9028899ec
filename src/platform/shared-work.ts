/**
 * Work that several objects of the platform want at once. One object must not wait for a promise that another one
 * keeps: when that one is evicted, the promise settles never. So they share plain values, one leads and the others
 * look, and nobody is the leader for longer than a lease.
 */

export interface Paces {
  /** ms; only differences count. */
  now(): number;
  pause(ms: number): Promise<void>;
}

/** ms between two looks, where the work is one of some milliseconds. */
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

  /** Undefined while somebody else holds it. */
  take(ms: number): HeldLease | undefined {
    if (this.isHeld) return undefined;
    const own = { until: this.now() + ms };
    this.holding = own;
    return {
      renew: () => {
        own.until = this.now() + ms;
      },
      // One that was held up so long that another has taken over ends nothing of the other's.
      release: () => {
        if (this.holding === own) this.holding = undefined;
      },
    };
  }
}

export interface HeldLease {
  /** From now on as long as at first. */
  renew(): void;
  release(): void;
}

export interface SharedWork<R> {
  lease: Lease;
  /** After so many ms of a leader's silence another one leads. */
  lost_after_ms: number;
  /** What the caller waits for, or that it waits no more; undefined while it is not there. Looks at values alone. */
  look(): R | undefined;
  /** ms from now until there is something to do, so that others may join. Never at once while there is nothing. */
  begins_in(): number;
  /** Does the work for all callers. Its error reaches the leader alone, and the next caller leads. */
  lead(held: HeldLease): Promise<void>;
  pause(ms: number): Promise<void>;
}

/** Resolves with the first result that `look` finds. The caller leads where nobody does, and else polls. */
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
export async function lookUntil<R>(look: () => R | undefined, pause: Paces["pause"]): Promise<R> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await pause(LOOK_EACH_MS);
  }
}

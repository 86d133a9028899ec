/**
 * Writers that come while the first one gathers, or while a write is under way, share a write: many conversations that
 * end a turn in the same moment cost one transaction, not one each. An item that cannot be written fails alone.
 */
import { type HeldLease, Lease, leadOrLook, type Paces } from "../../../platform/shared-work.ts";

export interface GroupCommitDeps<T> extends Paces {
  /** All of them or none. */
  write(items: readonly T[]): Promise<void>;
  /** Items in one write. */
  most: number;
  /** ms that the first of them waits for others. */
  gather: number;
}

type Outcome = { ok: true } | { ok: false; problem: unknown };

interface Waiting<T> {
  item: T;
  /** Set once it is written, or cannot be. */
  outcome?: Outcome;
}

/** A write runs in the object of one writer. When that object goes, the others must not wait for it. */
const LOST_AFTER_MS = 10_000;
const LOOK_EACH_MS = 20;

export class GroupCommit<T> {
  private readonly deps: GroupCommitDeps<T>;
  private readonly lease: Lease;
  private waiting: Waiting<T>[] = [];
  private gatheredAt = 0;

  constructor(deps: GroupCommitDeps<T>) {
    this.deps = deps;
    this.lease = new Lease(deps.now);
  }

  /** Resolves once the item is written; rejects with what kept it from that. Then it may be written or not. */
  async add(item: T): Promise<void> {
    const { now, pause } = this.deps;
    const own: Waiting<T> = { item };
    if (this.waiting.length === 0) this.gatheredAt = now() + this.deps.gather;
    this.waiting.push(own);
    const until = now() + LOST_AFTER_MS;
    const outcome = await leadOrLook({
      lease: this.lease,
      lost_after_ms: LOST_AFTER_MS,
      look: () => own.outcome ?? (now() < until ? undefined : tooLong()),
      // Nothing waits when a leader that has gone took this item along.
      begins_in: () => (this.waiting.length > 0 ? this.gatheredAt - now() : LOOK_EACH_MS),
      lead: (held) => this.writeAll(held),
      pause,
    });
    if (!outcome.ok) throw outcome.problem;
  }

  private async writeAll(held: HeldLease): Promise<void> {
    while (this.waiting.length > 0) {
      held.renew();
      await this.commit(this.waiting.splice(0, this.deps.most));
    }
  }

  private async commit(group: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.deps.write(group.map(({ item }) => item));
      for (const each of group) each.outcome = { ok: true };
    } catch (problem) {
      const [first, ...others] = group;
      if (first && others.length === 0) first.outcome = { ok: false, problem };
      else for (const each of group) await this.commit([each]);
    }
  }
}

function tooLong(): Outcome {
  return { ok: false, problem: new Error("The write took too long.") };
}

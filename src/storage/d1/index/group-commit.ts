/**
 * Group commit: items that arrive while the first one gathers others, or while a write is under way, share a
 * write. Many conversations that end a turn at the same moment cost one transaction. An item that cannot be
 * written fails alone.
 */
import { type HeldLease, Lease, leadOrLook, type PollClock } from "../../../platform/shared-work.ts";

export interface GroupCommitDeps<T> extends PollClock {
  /** Writes all items or none. */
  write(items: readonly T[]): Promise<void>;
  /** Items per write. */
  most: number;
  /** ms that the first item waits for others. */
  gather: number;
}

type Outcome = { ok: true } | { ok: false; problem: unknown };

interface Waiting<T> {
  item: T;
  /** Set once the item is written, or has failed. */
  outcome?: Outcome;
}

/**
 * A write runs in one writer's Durable Object. If that object dies, the others stop waiting after this time.
 */
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

  /** Resolves once the item is written. If it rejects, the item may or may not have been written. */
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
      // The list is empty if a leader that died had taken this item along.
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

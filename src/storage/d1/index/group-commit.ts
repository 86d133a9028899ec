/**
 * Writers that come while the first one gathers, or while a write is under way, share a write: many conversations that
 * end a turn in the same moment cost one transaction, not one each. An item that cannot be written fails alone.
 */
export interface GroupCommitDeps<T> {
  /** All of them or none. */
  write(items: readonly T[]): Promise<void>;
  /** Items in one write. */
  most: number;
  /** ms that the first of them waits for others. */
  gather: number;
  now(): number;
  pause(ms: number): Promise<void>;
}

interface Waiting<T> {
  item: T;
  /** Set once it is written, or cannot be. */
  outcome?: { ok: true } | { ok: false; problem: unknown };
}

/** A write runs in the object of one writer. When that object goes, the others must not wait for it. */
const LOST_AFTER_MS = 30_000;
const LOOK_EACH_MS = 20;

export class GroupCommit<T> {
  private readonly deps: GroupCommitDeps<T>;
  private waiting: Waiting<T>[] = [];
  private gatheredAt = 0;
  private ledSince: number | undefined;

  constructor(deps: GroupCommitDeps<T>) {
    this.deps = deps;
  }

  /** Resolves once the item is written; rejects with what kept it from that. Then it may be written or not. */
  async add(item: T): Promise<void> {
    const own: Waiting<T> = { item };
    if (this.waiting.length === 0) this.gatheredAt = this.deps.now() + this.deps.gather;
    this.waiting.push(own);
    await this.settled(own);
    if (own.outcome?.ok === false) throw own.outcome.problem;
    if (!own.outcome) throw new Error("The write took too long.");
  }

  /**
   * By looking, since an object of the platform must not wait for a promise that another one keeps. Whoever looks first
   * when all are gathered writes for all: one that has gone meanwhile is missed by nobody.
   */
  private async settled(own: Waiting<T>): Promise<void> {
    const { now, pause } = this.deps;
    const until = now() + LOST_AFTER_MS;
    while (!own.outcome && now() < until) {
      const gathers = this.gatheredAt - now();
      if (this.isLed()) await pause(LOOK_EACH_MS);
      else if (gathers > 0) await pause(gathers);
      else if (this.waiting.length > 0) await this.lead();
      else await pause(LOOK_EACH_MS);
    }
  }

  private isLed(): boolean {
    return this.ledSince !== undefined && this.deps.now() - this.ledSince < LOST_AFTER_MS;
  }

  private async lead(): Promise<void> {
    while (this.waiting.length > 0) {
      this.ledSince = this.deps.now();
      await this.commit(this.waiting.splice(0, this.deps.most));
    }
    this.ledSince = undefined;
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

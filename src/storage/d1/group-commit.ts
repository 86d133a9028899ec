/**
 * Writers that come while a write is under way share the next one: many conversations that end a turn in the same
 * moment cost one transaction, not one each. An item that cannot be written fails alone.
 */
export interface GroupCommitDeps<T> {
  /** All of them or none. */
  write(items: readonly T[]): Promise<void>;
  /** Items in one write. */
  most: number;
  now(): number;
  /** Returns what calls it off. */
  later(callback: () => void, ms: number): () => void;
}

interface Waiting<T> {
  item: T;
  resolve(): void;
  reject(problem: unknown): void;
}

/** A write runs in its first writer's object. When that object goes, the others must not wait for it. */
const LOST_AFTER_MS = 30_000;

export class GroupCommit<T> {
  private readonly deps: GroupCommitDeps<T>;
  private waiting: Waiting<T>[] = [];
  private ledSince: number | undefined;

  constructor(deps: GroupCommitDeps<T>) {
    this.deps = deps;
  }

  /** Resolves once the item is written; rejects with what kept it from that. Then it may be written or not. */
  add(item: T): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.waiting.push({ item, resolve, reject });
    const callOff = this.deps.later(() => reject(new Error("The write took too long.")), LOST_AFTER_MS);
    if (!this.isLed()) void this.lead();
    return promise.finally(callOff);
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
      for (const { resolve } of group) resolve();
    } catch (problem) {
      const [first, ...others] = group;
      if (first && others.length === 0) first.reject(problem);
      else for (const each of group) await this.commit([each]);
    }
  }
}

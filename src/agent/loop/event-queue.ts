/** Merges events of parallel work into one generator. */

export class EventQueue<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | undefined;

  push(item: T): void {
    this.waiting.push(item);
    this.wake?.();
  }

  /** Yields what is pushed until `work` has settled; returns or throws what `work` does. */
  async *until<R>(work: Promise<R>): AsyncGenerator<T, R> {
    let settled = false;
    const settle = () => {
      settled = true;
      this.wake?.();
    };
    work.then(settle, settle);
    for (;;) {
      // While these are consumed, more may arrive, and the work may end.
      while (this.waiting.length > 0) yield* this.waiting.splice(0);
      if (settled) return await work;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (settled || this.waiting.length > 0) resolve();
      });
    }
  }
}

/** Wakes all who wait when something has come: for tests that wait for words, and not for time. */
export class News {
  private readonly waiting = new Set<() => void>();

  tell(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the next news, or when the deadline has passed: who waits looks again. */
  next(deadline: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.waiting.delete(done);
        deadline.removeEventListener("abort", done);
        resolve();
      };
      this.waiting.add(done);
      deadline.addEventListener("abort", done);
    });
  }
}

/**
 * Multiplexes several reasons to wake onto the one physical alarm. The alarm is set to the earliest time, and
 * only when no earlier one is pending. The waker it was set for is known while the object is awake.
 */

interface AlarmClock {
  /** ms since the epoch, or null. */
  get(): Promise<number | null>;
  set(at: number): void;
}

interface PendingAlarm {
  /** ms since the epoch. */
  at: number;
  /** Null when an earlier life of the object set it. */
  waker: string | null;
}

export class Alarms {
  private readonly clock: AlarmClock;
  private current: PendingAlarm | null = null;

  constructor(clock: AlarmClock) {
    this.clock = clock;
  }

  get pending(): PendingAlarm | null {
    return this.current;
  }

  async load(): Promise<void> {
    const at = await this.clock.get();
    this.current = at === null ? null : { at, waker: null };
  }

  /** Ensures that the object is awake at `at` or before. Writes nothing when an earlier alarm is pending. */
  ensure(at: number, waker: string): void {
    if (this.current !== null && this.current.at <= at) return;
    this.current = { at, waker };
    this.clock.set(at);
  }

  /** The physical alarm fired, so none is pending now. */
  fired(): void {
    this.current = null;
  }
}

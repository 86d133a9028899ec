/** Several reasons to wake, one physical alarm: it is set to the earliest, and only when none earlier is pending. */

export interface AlarmClock {
  /** ms since the epoch, or null. */
  get(): Promise<number | null>;
  set(at: number): void;
}

export class Alarms {
  private readonly clock: AlarmClock;
  private pending: number | null = null;

  constructor(clock: AlarmClock) {
    this.clock = clock;
  }

  async load(): Promise<void> {
    this.pending = await this.clock.get();
  }

  /** Sees to it that the object is awake at `at` or before. Writes nothing when it will be anyway. */
  ensure(at: number): void {
    if (this.pending !== null && this.pending <= at) return;
    this.pending = at;
    this.clock.set(at);
  }

  /** The physical alarm fired, so none is pending now. */
  fired(): void {
    this.pending = null;
  }
}

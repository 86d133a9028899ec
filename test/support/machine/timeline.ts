/** Time that moves only from one appointment to the next, so that hours pass in a moment and always in the same way. */

interface Appointment {
  at: number;
  order: number;
  act: () => void | Promise<void>;
}

export class Timeline {
  private time: number;
  private made = 0;
  /** A heap: the earliest first, and of one moment the one that was made first. */
  private readonly heap: Appointment[] = [];

  constructor(start = Date.parse("2026-11-21T12:00:00Z")) {
    this.time = start;
  }

  get now(): number {
    return this.time;
  }

  get isEmpty(): boolean {
    return this.heap.length === 0;
  }

  /** Calls back once unless its result is called first. */
  after(ms: number, act: () => void | Promise<void>): () => void {
    const appointment: Appointment = { at: this.time + Math.max(0, ms), order: this.made++, act };
    this.push(appointment);
    return () => {
      appointment.act = () => undefined;
    };
  }

  /** Moves to the next appointment and keeps it. False when there is none, or none before `until`. */
  async step(until = Number.POSITIVE_INFINITY): Promise<boolean> {
    const next = this.heap[0];
    if (!next || next.at > until) return false;
    this.pop();
    this.time = Math.max(this.time, next.at);
    await next.act();
    return true;
  }

  /** Keeps every appointment of the next `ms`, and those that they make. */
  async pass(ms: number): Promise<void> {
    const until = this.time + ms;
    while (await this.step(until)) {
      // One after the other.
    }
    this.time = until;
  }

  private push(item: Appointment): void {
    const { heap } = this;
    heap.push(item);
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(at, above)) break;
      this.swap(at, above);
      at = above;
    }
  }

  private pop(): void {
    const { heap } = this;
    this.swap(0, heap.length - 1);
    heap.pop();
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < heap.length && this.isBefore(left, first)) first = left;
      if (right < heap.length && this.isBefore(right, first)) first = right;
      if (first === at) return;
      this.swap(at, first);
      at = first;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return false;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }
}

/** Lets everything go on that waits for nothing but its turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

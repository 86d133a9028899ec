/**
 * A simulated event loop whose work takes time: timers come late while it is busy. Deterministic; times are in
 * ms from 0.
 */

/** Gets the lateness of its timer, and returns the computing time of its work. */
type Task = (late_ms: number) => number;

interface Timer {
  due: number;
  task: Task;
}

export class BusyThread {
  now = 0;
  /** Computing so far. */
  used = 0;
  private readonly timers: Timer[] = [];

  after(ms: number, task: Task): void {
    const due = this.now + ms;
    let at = this.timers.length;
    while (at > 0 && (this.timers[at - 1]?.due ?? 0) > due) at--;
    this.timers.splice(at, 0, { due, task });
  }

  /** Runs what is due until then, or until nothing is left. */
  run(until: number): void {
    for (let next = this.timers[0]; next && next.due <= until; next = this.timers[0]) {
      this.timers.shift();
      this.now = Math.max(this.now, next.due);
      const cost = next.task(this.now - next.due);
      this.now += cost;
      this.used += cost;
    }
  }
}

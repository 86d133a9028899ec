/** Spans that the collector has not taken, counted for the log. */
import type { Log } from "../log-port.ts";

/** Interval between log lines in ms, however many turns a collector misses. */
const LINE_MS = 60_000;

export class Losses {
  private readonly log: Log;
  private readonly now: () => number;
  private spans = 0;
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log, now: () => number) {
    this.log = log;
    this.now = now;
  }

  add(spans: number, reason: string): void {
    this.spans += spans;
    if (this.now() - this.toldAt < LINE_MS) return;
    this.toldAt = this.now();
    this.log.warn("telemetry_lost", { spans: this.spans, reason });
    this.spans = 0;
  }
}

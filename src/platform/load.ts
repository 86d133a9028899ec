/**
 * Load of the isolate: the lateness of its timers, which shows how far behind its one thread is, and the
 * number of streams it reads. Both decide how often a stream is read and forwarded, and whether a turn may
 * begin. Holds plain values only, shared by all objects.
 */

/** Text deltas within this time are sent as one, even when nothing else runs. ms. */
export const SHORTEST_FRAME_MS = 10;

const LONGEST_FRAME_MS = 100;
/** Lateness of timers at rest, in ms. */
const AT_REST_MS = 5;
/** Lateness at which streams use the longest frame, in ms. */
const LATE_MS = 25;
/**
 * Time constants of the moving average: rising lateness counts quickly, falling lateness only once it lasts.
 */
const RISE_MS = 50;
const FALL_MS = 1_000;
/** Age at which a measurement is stale, in ms. */
const STALE_MS = 50;
/** With fewer streams it is other programs that keep the thread busy. */
const MANY_STREAMS = 40;
/**
 * From this number on frames grow with the number of streams: the thread will be full before its timers come
 * late.
 */
const CROWDED_STREAMS = 80;
/** With this many streams the longest frame is used, whatever the timers say. */
const FULL_STREAMS = 160;

export class Load {
  private late_ms = 0;
  /** Moving average over a second, in both directions. */
  private sustained_ms = 0;
  private measured_at = Number.NEGATIVE_INFINITY;
  private streams = 0;

  /** Counts a stream until the returned function is called; calling it again has no effect. */
  openStream(): () => void {
    let isOpen = true;
    this.streams++;
    return () => {
      if (isOpen) this.streams--;
      isOpen = false;
    };
  }

  /** Records that a timer fired `late_ms` after its time. `now` is in ms, only differences count. */
  recordDelay(late_ms: number, now: number): void {
    const late = Math.max(0, late_ms);
    const passed = Math.max(1, now - this.measured_at);
    const pace = late > this.late_ms ? RISE_MS : FALL_MS;
    this.late_ms += (late - this.late_ms) * (1 - Math.exp(-passed / pace));
    // Nothing is known from before the first measurement, so it alone does not count as lasting.
    if (Number.isFinite(passed))
      this.sustained_ms += (late - this.sustained_ms) * (1 - Math.exp(-passed / FALL_MS));
    this.measured_at = now;
  }

  /** Whether a measurement is due. The caller that gets true must measure. */
  takeMeasuring(now: number): boolean {
    if (now - this.measured_at < STALE_MS) return false;
    this.recordDelay(this.late_ms * Math.exp(-(now - this.measured_at) / FALL_MS), now);
    return true;
  }

  /** ms for which the deltas of one answer are collected before they are sent. */
  get frame_ms(): number {
    const late = shareOf(this.late_ms, AT_REST_MS, LATE_MS);
    const crowded = shareOf(this.streams, CROWDED_STREAMS, FULL_STREAMS);
    return SHORTEST_FRAME_MS + Math.max(late, crowded) * (LONGEST_FRAME_MS - SHORTEST_FRAME_MS);
  }

  /** Timers come late: a turn that begins now slows those that run. */
  get isBehind(): boolean {
    return this.late_ms > AT_REST_MS;
  }

  /** The streams are what keeps, or soon will keep, the thread busy. */
  get isFullOfStreams(): boolean {
    return this.streams >= MANY_STREAMS && this.frame_ms > SHORTEST_FRAME_MS;
  }

  /** `isBehind`, computed from measurements before `now`: lateness decays when nobody measures. */
  isBehindAt(now: number): boolean {
    return this.late_ms * Math.exp(-(now - this.measured_at) / FALL_MS) > AT_REST_MS;
  }

  /** Lasting lateness of timers, in ms: frames of full length cannot make up for it. */
  get lateness(): number {
    return this.sustained_ms;
  }
}

/** Position of `value` between the two ends, 0 to 1. */
function shareOf(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/**
 * How far behind the isolate's one thread is, as its timers tell: one that comes late has waited behind the work of
 * others; and how many streams it reads. From that follows how often a stream is read and sent on, and whether a turn may begin. Plain values, which
 * all objects share.
 */

/** Words that come within it are sent as one, also while nothing else is going on. ms. */
export const SHORTEST_FRAME_MS = 10;

const LONGEST_FRAME_MS = 100;
/** Timers come so late at rest. */
const AT_REST_MS = 5;
/** A thread that is so late reads and sends at the longest frame. */
const LATE_MS = 25;
/** Lateness that grows counts soon; that it falls counts when it has lasted. */
const RISE_MS = 50;
const FALL_MS = 1_000;
/** What was measured is old after so long. */
const STALE_MS = 50;
/** With fewer streams it is other programs that keep the thread from its work. */
const MANY_STREAMS = 40;
/** From so many streams on frames grow with their number: the thread will be full before its timers come late. */
const CROWDED_STREAMS = 80;
/** So many streams are read and sent at the longest frame, whatever timers tell. */
const FULL_STREAMS = 160;

export class Load {
  private late_ms = 0;
  /** Over a second, whichever way it goes. */
  private lasting_ms = 0;
  private heard_at = Number.NEGATIVE_INFINITY;
  private streams = 0;

  /** A stream is read from now on, until what it gives is called; more than once is once. */
  openStream(): () => void {
    let isOpen = true;
    this.streams++;
    return () => {
      if (isOpen) this.streams--;
      isOpen = false;
    };
  }

  /** A timer came `late_ms` after its time. `now`: ms, only differences count. */
  heard(late_ms: number, now: number): void {
    const late = Math.max(0, late_ms);
    const passed = Math.max(1, now - this.heard_at);
    const pace = late > this.late_ms ? RISE_MS : FALL_MS;
    this.late_ms += (late - this.late_ms) * (1 - Math.exp(-passed / pace));
    // What was before the first is not known: it alone says nothing of what lasts.
    if (Number.isFinite(passed))
      this.lasting_ms += (late - this.lasting_ms) * (1 - Math.exp(-passed / FALL_MS));
    this.heard_at = now;
  }

  /** Whether somebody should measure. Who asks is the one. */
  takeMeasuring(now: number): boolean {
    if (now - this.heard_at < STALE_MS) return false;
    this.heard(this.late_ms * Math.exp(-(now - this.heard_at) / FALL_MS), now);
    return true;
  }

  /** How long the words of one answer are collected before they are sent, in ms. */
  get frame_ms(): number {
    const late = shareOf(this.late_ms, AT_REST_MS, LATE_MS);
    const crowded = shareOf(this.streams, CROWDED_STREAMS, FULL_STREAMS);
    return SHORTEST_FRAME_MS + Math.max(late, crowded) * (LONGEST_FRAME_MS - SHORTEST_FRAME_MS);
  }

  /** Timers come late: what begins now takes time from what runs. */
  get isBehind(): boolean {
    return this.late_ms > AT_REST_MS;
  }

  /** Streams are what it is behind with, or will be. */
  get isFullOfStreams(): boolean {
    return this.streams >= MANY_STREAMS && this.frame_ms > SHORTEST_FRAME_MS;
  }

  /** `isBehind` by what was heard before `now`: what nobody measures any more fades. */
  isBehindAt(now: number): boolean {
    return this.late_ms * Math.exp(-(now - this.heard_at) / FALL_MS) > AT_REST_MS;
  }

  /** How late timers come for longer than a moment, in ms: what frames of full length do not make up for. */
  get lateness(): number {
    return this.lasting_ms;
  }
}

/** How far `value` has come from one end to the other, 0 to 1. */
function shareOf(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

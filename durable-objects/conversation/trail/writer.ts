/**
 * Writes the trail once the answer is out: on idle, when a segment is full, or half a minute after the oldest
 * waiting event. No turn waits for it, and failed writes are tried again.
 */
import { EVENTS, type NightjarEvent } from "../../../src/domain/events.ts";
import type { Store } from "../rows/store.ts";
import { isOfRecord } from "./lines.ts";
import type { TrailPorts } from "./ports.ts";
import {
  hasNoSegment,
  hasUntrailed,
  markWritten,
  planSegments,
  SEGMENT_BYTES,
  type Segment,
  textOf,
  unwritten,
} from "./segments.ts";

const LAST_RETRY_MS = 300_000;
/** Estimated length of an event's line without its bulk. */
const LINE_LENGTH = 200;

interface TrailWriterDeps extends TrailPorts {
  store: Store;
}

export class TrailWriter {
  private readonly deps: TrailWriterDeps;
  private dueAt: number | null = null;
  private oldest: number | undefined;
  private waiting = 0;
  private retryMs: number;
  /** Whether a planned segment may still have to be written. */
  private isLeft = true;
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(deps: TrailWriterDeps) {
    this.deps = deps;
    this.retryMs = deps.paces.trail_retry_ms;
    if (hasUntrailed(deps.store.sql)) this.dueAt = deps.now() + deps.paces.trail_quiet_ms;
  }

  /** Time at which the object must be awake for the trail, in ms since the epoch, or null. */
  get due(): number | null {
    return this.dueAt;
  }

  /**
   * Events wait and nothing was ever written: the first segment may be written together with the after-work.
   */
  get isFirst(): boolean {
    return this.dueAt !== null && hasNoSegment(this.deps.store.sql);
  }

  /** An event was broadcast. */
  note(event: NightjarEvent): void {
    if (!isOfRecord(event)) return;
    const { trail_quiet_ms, trail_longest_ms } = this.deps.paces;
    const now = this.deps.now();
    this.oldest ??= now;
    this.waiting += sizeOf(event);
    const patience = Math.min(now + trail_quiet_ms, this.oldest + trail_longest_ms);
    this.dueAt = this.waiting >= SEGMENT_BYTES ? now : patience;
  }

  /** Writes once `before` has settled. Never throws; one write at a time. */
  flush(before: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.running ??= this.flushOnce(before).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Runs `work` while nothing else writes the trail. Rejects when `work` does. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.running) await this.running;
    const result = work();
    const over = () => {
      this.running = undefined;
    };
    this.running = result.then(over, over);
    return result;
  }

  /** Stops writing; resolves when no write is under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.dueAt = null;
    await this.running;
  }

  private async flushOnce(before: Promise<unknown>): Promise<void> {
    this.dueAt = null;
    this.oldest = undefined;
    this.waiting = 0;
    await before.catch(() => undefined);
    try {
      if (this.isLeft) await this.writeLeft();
      this.isLeft = true;
      for (let more = true; more && !this.isStopped; ) more = await this.writeNext();
      this.isLeft = false;
      this.retryMs = this.deps.paces.trail_retry_ms;
    } catch (problem) {
      this.deps.log.warn("trail_not_written", { retry_ms: this.retryMs, problem: String(problem) });
      this.dueAt = this.deps.now() + this.retryMs;
      this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
    }
  }

  /** Returns whether there is more. */
  private async writeNext(): Promise<boolean> {
    const { planned, more } = planSegments(this.deps.store, this.deps.now());
    for (const { text, ...segment } of planned) await this.write(segment, text);
    return more;
  }

  /** Writes the segments that an earlier life or attempt has planned. */
  private async writeLeft(): Promise<void> {
    const { store } = this.deps;
    for (const segment of unwritten(store.sql)) await this.write(segment, textOf(store, segment));
  }

  private async write(segment: Segment, text: string): Promise<void> {
    if (this.isStopped) return;
    const { store, trail } = this.deps;
    const { day, first_seq } = segment;
    await trail.put(store.meta.conversation_id, { day, first_seq }, text);
    markWritten(store.sql, segment);
  }
}

/** Rough length of its line, enough to know when a segment is full. */
function sizeOf(event: NightjarEvent): number {
  const { bulk } = EVENTS[event.type];
  return LINE_LENGTH + (bulk === null ? 0 : lengthOf(Reflect.get(event, bulk)));
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : JSON.stringify(value ?? null).length;
}

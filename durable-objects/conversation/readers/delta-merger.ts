/**
 * Merges text deltas per frame. The first is sent at once; those within a frame of it become one event.
 * Deltas that are further apart need no timer, since each timer takes thread time from other answers.
 */

import type { EventBody } from "../../../src/domain/events.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import { SHORTEST_FRAME_MS as FRAME_MS } from "../../../src/platform/load.ts";

/** Limit of one event, which is stored in a row of at most 2 MB. */
const LONGEST_DELTA = 100_000;

type Delta = Extract<EventBody, { type: "text" | "reasoning" }>;

interface MergerDeps {
  emit(body: EventBody): void;
  now(): number;
  later: Later;
}

export class DeltaMerger {
  private readonly deps: MergerDeps;
  private held: Delta | undefined;
  private sent_at = Number.NEGATIVE_INFINITY;
  /** Cancels the timer that ends the frame. */
  private frame: (() => void) | undefined;

  constructor(deps: MergerDeps) {
    this.deps = deps;
  }

  push(body: EventBody): void {
    if (body.type === "text" || body.type === "reasoning") this.pushDelta(body);
    else {
      this.flush();
      this.deps.emit(body);
    }
  }

  /** Sends the merged delta, so that the next event comes after it. */
  flush(): void {
    const { held } = this;
    this.held = undefined;
    if (held) this.send(held);
  }

  /**
   * Sends the merged delta and cancels the timer. The next turn's first words wait for no frame of this one.
   */
  close(): void {
    this.flush();
    this.sent_at = Number.NEGATIVE_INFINITY;
    this.frame?.();
    this.frame = undefined;
  }

  private pushDelta(delta: Delta): void {
    if (this.frame === undefined && this.rest <= 0) this.send(delta);
    else if (this.held?.type === delta.type) {
      this.held = { type: delta.type, delta: this.held.delta + delta.delta };
    } else {
      this.flush();
      this.held = delta;
    }
    if (this.held) this.flushLater();
  }

  /** Remaining time of the frame that the last delta began, in ms. */
  private get rest(): number {
    return this.sent_at + FRAME_MS - this.deps.now();
  }

  private send(delta: Delta): void {
    this.sent_at = this.deps.now();
    const { type, delta: text } = delta;
    for (let at = 0; at < text.length; at += LONGEST_DELTA)
      this.deps.emit({ type, delta: text.slice(at, at + LONGEST_DELTA) });
  }

  private flushLater(): void {
    this.frame ??= this.deps.later(
      () => {
        this.frame = undefined;
        this.flush();
      },
      Math.min(FRAME_MS, Math.max(0, this.rest)),
    );
  }
}

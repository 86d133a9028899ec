/**
 * A delta goes at once when none has gone for the length of a frame; those that follow within it are merged into one
 * event. Words that come apart need no timer: each takes the thread from other answers.
 */

import type { EventBody } from "../../../src/domain/events.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import { SHORTEST_FRAME_MS as FRAME_MS } from "../../../src/platform/load.ts";

/** Of one event: it is kept in a row, and the platform has 2 MB for that. */
const LONGEST_DELTA = 100_000;

type Delta = Extract<EventBody, { type: "text" | "reasoning" }>;

export interface MergerDeps {
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

  /** Sends the merged delta and cancels the timer. The first words of what comes next wait for no frame of this. */
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

  /** Of the frame that the last delta began, in ms. */
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

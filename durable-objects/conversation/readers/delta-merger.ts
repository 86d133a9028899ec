/** The first delta goes at once; those that follow within a frame are merged into one event. */

import type { EventBody } from "../../../src/domain/events.ts";
import type { Later } from "../../../src/domain/time/later.ts";

const FRAME_MS = 10;

type Delta = Extract<EventBody, { type: "text" | "reasoning" }>;

export interface MergerDeps {
  emit(body: EventBody): void;
  later: Later;
}

export class DeltaMerger {
  private readonly deps: MergerDeps;
  private held: Delta | undefined;
  /** Cancels the timer of the open frame. */
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
    if (held) this.deps.emit(held);
  }

  /** Sends the merged delta and cancels the timer. */
  close(): void {
    this.flush();
    this.frame?.();
    this.frame = undefined;
  }

  private pushDelta(delta: Delta): void {
    if (!this.frame) {
      this.openFrame();
      this.deps.emit(delta);
    } else if (this.held?.type === delta.type) {
      this.held = { type: delta.type, delta: this.held.delta + delta.delta };
    } else {
      this.flush();
      this.held = delta;
    }
  }

  private openFrame(): void {
    this.frame = this.deps.later(() => {
      this.frame = undefined;
      if (!this.held) return;
      this.flush();
      this.openFrame();
    }, FRAME_MS);
  }
}

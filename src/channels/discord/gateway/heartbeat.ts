/** Shows Discord that this end lives, and finds out whether the other does. */
import type { Later } from "../../../domain/time/later.ts";

export interface HeartbeatDeps {
  later: Later;
  /** From 0 to 1: bots that were cut off together do not come back together. */
  random(): number;
  beat(): void;
  /** The last one was not acknowledged: the connection is dead, whatever it says. */
  lost(): void;
}

export class Heartbeat {
  private readonly deps: HeartbeatDeps;
  private cancel: (() => void) | undefined;
  private isAcknowledged = true;

  constructor(deps: HeartbeatDeps) {
    this.deps = deps;
  }

  start(interval_ms: number): void {
    this.wait(interval_ms * this.deps.random(), interval_ms);
  }

  acknowledged(): void {
    this.isAcknowledged = true;
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private wait(ms: number, interval_ms: number): void {
    this.stop();
    this.cancel = this.deps.later(() => {
      if (!this.isAcknowledged) return this.deps.lost();
      this.isAcknowledged = false;
      this.deps.beat();
      this.wait(interval_ms, interval_ms);
    }, ms);
  }
}

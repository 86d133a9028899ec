/** Sends heartbeats to Discord and detects a dead connection. */
import type { Later } from "../../../domain/time/later.ts";

interface HeartbeatDeps {
  later: Later;
  /** From 0 to 1: keeps bots that were cut off together from reconnecting together. */
  random(): number;
  beat(): void;
  /** The last heartbeat was not acknowledged: the connection is dead, even if the socket looks open. */
  onLost(): void;
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

  acknowledge(): void {
    this.isAcknowledged = true;
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private wait(ms: number, interval_ms: number): void {
    this.stop();
    this.cancel = this.deps.later(() => {
      if (!this.isAcknowledged) return this.deps.onLost();
      this.isAcknowledged = false;
      this.deps.beat();
      this.wait(interval_ms, interval_ms);
    }, ms);
  }
}

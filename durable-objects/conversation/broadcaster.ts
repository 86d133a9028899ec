/**
 * Sends each event to the live state, the subscribers and the trail, and triggers the work that it causes.
 */
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { Alarms } from "./alarms.ts";
import type { AfterWorkFlusher } from "./ledger/after-work.ts";
import type { LiveState } from "./readers/live-state.ts";
import type { Subscribers } from "./readers/subscribers.ts";
import type { TrailWriter } from "./trail/writer.ts";
import type { WakerPorts } from "./wakers/ports.ts";

interface BroadcasterDeps {
  ports: Pick<WakerPorts, "now" | "paces">;
  alarms: Alarms;
  live: LiveState;
  subscribers: Subscribers;
  trail: TrailWriter;
  afterWork: AfterWorkFlusher;
}

export class Broadcaster {
  private readonly deps: BroadcasterDeps;

  constructor(deps: BroadcasterDeps) {
    this.deps = deps;
  }

  /** Sends an event that is already stored or is never stored. */
  readonly broadcast = (event: NightjarEvent): void => {
    const { live, afterWork, subscribers, trail, alarms } = this.deps;
    live.follow(event);
    // A long queue must not delay reporting the cost of its first turns.
    if (event.type === "turn_end") afterWork.touch();
    subscribers.broadcast(event);
    trail.note(event);
    // Failed deliveries are listed in the index, where people look.
    if (event.type === "delivery" && event.status === "failed") this.leaveWork();
    const isLate = event.turn_id === null || event.type === "delivery";
    if (isLate && trail.due !== null) alarms.ensure(trail.due, "trail");
  };

  readonly tell = (events: readonly NightjarEvent[]): void => {
    for (const event of events) this.broadcast(event);
  };

  /** Schedules writes to D1, R2 or a queue: soon, and by the alarm if the object dies before. */
  readonly leaveWork = (): void => {
    const { afterWork, alarms, ports } = this.deps;
    afterWork.touch();
    alarms.ensure(ports.now() + ports.paces.lease_ms, "after_work");
  };
}

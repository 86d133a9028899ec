import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Compactor } from "../context/compactor.ts";
import type { History } from "../context/model-history.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { EventPump } from "../readers/event-pump.ts";
import type { Subscribers } from "../readers/subscribers.ts";
import type { Store } from "../rows/store.ts";
import type { TurnPorts } from "./ports.ts";

/** The parts of a conversation that running a turn needs. */
export interface RunnerDeps {
  store: Store;
  ports: TurnPorts;
  pump: EventPump;
  outbox: Outbox;
  compactor: Compactor;
  /** Cached between turns, until the branch changes. */
  history: History;
  /** Sends a stored event to all readers. */
  broadcast(event: NightjarEvent): void;
  /** Readers who hear the answers. */
  listeners: Pick<Subscribers, "hasListeners" | "speak">;
  /** Wakes the object at `at` (ms since the epoch) or before. */
  wakeAt(at: number): void;
  later: Later;
}

/** The parts that preparing a turn needs. Of the pump, its events alone: those of a replay reach nobody. */
export interface GatherDeps extends Pick<RunnerDeps, "store" | "ports" | "outbox" | "broadcast" | "later"> {
  pump: Pick<EventPump, "push">;
}

import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Compactor } from "../context/compactor.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { EventPump } from "../readers/event-pump.ts";
import type { Store } from "../rows/store.ts";
import type { TurnPorts } from "./ports.ts";

/** What running a turn needs of its conversation. */
export interface RunnerDeps {
  store: Store;
  ports: TurnPorts;
  pump: EventPump;
  outbox: Outbox;
  compactor: Compactor;
  /** To all who read; the event is stored already. */
  broadcast(event: NightjarEvent): void;
  /** Wakes the object at `at` (ms) or before. */
  wakeAt(at: number): void;
  later: Later;
}

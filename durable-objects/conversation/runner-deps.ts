import type { NightjarEvent } from "../../src/domain/events.ts";
import type { Compactor } from "./compactor.ts";
import type { EventPump } from "./event-pump.ts";
import type { Outbox } from "./outbox.ts";
import type { Services } from "./services.ts";
import type { Store } from "./store.ts";

/** What running a turn needs of its conversation. */
export interface RunnerDeps {
  store: Store;
  services: Services;
  pump: EventPump;
  outbox: Outbox;
  compactor: Compactor;
  /** To all who read; the event is stored already. */
  broadcast(event: NightjarEvent): void;
  /** Wakes the object at `at` (ms) or before. */
  wakeAt(at: number): void;
  /** Returns what calls it off. */
  later(callback: () => void, ms: number): () => void;
}

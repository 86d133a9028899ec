/** A reason to be awake, as a record: nothing else sets the alarm. */
import type { EventBody } from "../../../src/domain/events.ts";
import type { Inbound, Receipt } from "../../../src/domain/inbound.ts";
import type { Store } from "../rows/store.ts";

/**
 * Each alarm asks all of them, whichever it was set for: one that rings early or twice finds nothing to do. One that throws
 * or rejects is logged by its name and left out until its pause is over.
 */
export interface Waker {
  /** Unique; says for whom the alarm is set. */
  readonly name: string;
  /** When the object has to be awake for it, in ms since the epoch, or null. Cheap: asked at each alarm and when something changed. */
  due(): number | null;
  /** What is due by `now` enters the inbox, before any waker goes on with its work. */
  enter?(now: number): void;
  /**
   * Goes on with its work, in the order of the list; resolves when it need not be waited for.
   * `before`: what the wakers ahead of it in the list still do.
   */
  wake?(now: number, before: Promise<unknown>): Promise<unknown>;
  /** The conversation is being deleted: resolves when nothing of it runs. */
  stop?(): Promise<void>;
}

/** What a waker may ask of the conversation that it wakes. */
export interface Life {
  now(): number;
  receive(inbound: Inbound): Receipt;
  /** One transaction for what `body` changes; what it returns is logged, and told to everybody. */
  change(body: () => EventBody[]): void;
  /** `due` of a waker has changed. */
  rearm(): void;
}

export type WakerMaker = (store: Store, life: Life) => Waker;

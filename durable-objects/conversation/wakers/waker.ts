/** A reason to be awake, as a record: nothing else sets the alarm. */

import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { Inbound } from "../../../src/domain/inbound.ts";
import type { Store } from "../rows/store.ts";

/**
 * Every alarm calls all wakers, whichever it was set for, so one that is called early or twice must find
 * nothing to do. A waker that throws or rejects is logged by name and skipped until its pause is over.
 */
export interface Waker {
  /** Unique; names the waker that the alarm is set for. */
  readonly name: string;
  /**
   * Time at which the object must be awake for it, in ms since the epoch, or null. Cheap: called at each alarm and
   * after every change.
   */
  due(): number | null;
  /** Puts input that is due by `now` into the inbox, before any waker does its work. */
  enter?(now: number): void;
  /**
   * Does the work, in the order of the list. Resolves when nothing later needs to wait for it. `before`: the
   * unfinished work of the wakers ahead of it.
   */
  wake?(now: number, before: Promise<unknown>): Promise<unknown>;
  /** Called when the conversation is being deleted. Resolves when none of its work runs any more. */
  stop?(): Promise<void>;
}

/** The services that a conversation gives its wakers. */
export interface Life {
  now(): number;
  receive(inbound: Inbound): Receipt;
  /** Runs `body` in one transaction; the events it returns are stored and broadcast. */
  change(body: () => EventBody[]): void;
  /** To be called when a waker's `due` has changed. */
  rearm(): void;
}

export type WakerMaker = (store: Store, life: Life) => Waker;

/**
 * Throttles notifications per recipient (leading and trailing edge): the first is sent at once, those within
 * the next moment together, since each is a call to another object. Holds plain values only, shared by all
 * objects of the isolate.
 */
import { BoundedMap } from "./bounded-map.ts";

interface Recipient {
  at: number;
  /** The pending notifications, and when they are due. */
  waiting?: { things: Set<string>; until: number };
}

const MOMENT_MS = 100;
/** After this time the request that was to send them is considered dead, in ms. */
const LOST_AFTER_MS = 1_000;
const MOST = 1_000;

export class NotificationBatcher {
  private readonly recipients = new BoundedMap<Recipient>({ most: MOST });

  /**
   * Adds `things` for `recipient`. Returns the things to send now; or `in_ms`, after which this caller must call
   * `due`; or undefined when another caller will send them. `now` is in ms.
   */
  add(
    recipient: string,
    things: readonly string[],
    now: number,
  ): { now: string[] } | { in_ms: number } | undefined {
    const state = this.recipients.get(recipient);
    if (state?.waiting && now < state.waiting.until + LOST_AFTER_MS) {
      for (const thing of things) state.waiting.things.add(thing);
      return undefined;
    }
    const all = [...(state?.waiting?.things ?? []), ...things];
    const until = (state?.at ?? Number.NEGATIVE_INFINITY) + MOMENT_MS;
    if (state && now < until) {
      this.recipients.set(recipient, { at: state.at, waiting: { things: new Set(all), until } });
      return { in_ms: until - now };
    }
    this.recipients.set(recipient, { at: now });
    return { now: [...new Set(all)] };
  }

  /** Takes the pending things, to be sent now. */
  due(recipient: string, now: number): string[] {
    const things = this.recipients.get(recipient)?.waiting?.things ?? [];
    this.recipients.set(recipient, { at: now });
    return [...things];
  }
}

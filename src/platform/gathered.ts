/**
 * What is told to somebody: the first at once, what follows within a moment together. Each telling is a call of another
 * object. Plain values, which all objects share.
 */
import { Bounded } from "./bounded.ts";

interface Told {
  at: number;
  /** What waits, and until when. */
  waiting?: { things: Set<string>; until: number };
}

const MOMENT_MS = 100;
/** Whoever was to tell it has gone with its request. */
const LOST_AFTER_MS = 1_000;
const MOST = 1_000;

export class Gathered {
  private readonly told = new Bounded<Told>({ most: MOST });

  /**
   * `things` are to be told to `whom`. Returns what to tell now; or that it is told in so many ms, by this caller, who
   * calls `due` then; or undefined: somebody else tells it. `now`: ms.
   */
  add(
    whom: string,
    things: readonly string[],
    now: number,
  ): { now: string[] } | { in_ms: number } | undefined {
    const told = this.told.get(whom);
    if (told?.waiting && now < told.waiting.until + LOST_AFTER_MS) {
      for (const thing of things) told.waiting.things.add(thing);
      return undefined;
    }
    const all = [...(told?.waiting?.things ?? []), ...things];
    const until = (told?.at ?? Number.NEGATIVE_INFINITY) + MOMENT_MS;
    if (told && now < until) {
      this.told.set(whom, { at: told.at, waiting: { things: new Set(all), until } });
      return { in_ms: until - now };
    }
    this.told.set(whom, { at: now });
    return { now: [...new Set(all)] };
  }

  /** What has come together for them, to be told now. */
  due(whom: string, now: number): string[] {
    const things = this.told.get(whom)?.waiting?.things ?? [];
    this.told.set(whom, { at: now });
    return [...things];
  }
}

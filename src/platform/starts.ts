/**
 * Which turns may begin while the isolate's one thread is behind its work: few at a time, so that answers that are under
 * way stay fluent. Plain values, which all objects share: whoever waits asks again and again, since a promise that
 * another object keeps may settle never.
 */
import type { Load } from "./load.ts";

/** First what a restart has cut off, then what somebody waits for, then what nobody does. */
const ORDER = { cut_off: 0, asked: 1, planned: 2 } as const;

export interface Starter {
  /** Of the turn. */
  id: string;
  /** Whose turn it is: of two people the one with fewer turns is first. */
  person: string;
  urgency: keyof typeof ORDER;
}

export type Answer =
  | { status: "begins" }
  /** `before`: how many begin before it. */
  | { status: "waits"; before: number }
  /** Too many wait already. */
  | { status: "refused" };

/** So many run in any case: their answers are fluent at the pace at which people read (`npm run bench -- --streams`). */
const ALWAYS = 100;
/** So many at once are felt by each other: fewer are served in time, whatever the machine is at. */
const CROWD = 40;
/** Of what is planned nothing is refused: nobody is there to send it again. */
const MOST_WAITING = 500;
/** Up to this lateness longer frames alone make up for what begins. */
const BUSY_MS = 50;
/** ms between two that begin from then on. */
const BUSY_PAUSE_MS = 10;
/**
 * From this lateness on answers are not fluent any more: a turn that begins takes some five ms, so those that begin have a
 * fifth of the thread. With less than that a row of waiting turns would grow for as long as the thread is full.
 */
const FULL_MS = 200;
const FULL_PAUSE_MS = 25;
/** So many may make up for pauses that nobody has used. */
const BURST = 4;
/** Who has not asked for so long is gone: their object has died. ms. */
const SILENT_MS = 30_000;
/** Nor does a turn run for so long that its end was not told. ms. */
const LONGEST_MS = 1_800_000;

interface Waiting extends Starter {
  asked_at: number;
}

interface Running {
  person: string;
  since: number;
}

export class Starts {
  private readonly load: Load;
  private readonly running = new Map<string, Running>();
  /** In the order in which they came. */
  private readonly waiting = new Map<string, Waiting>();
  /** How many begin before each that waits; undefined once somebody has come, begun or left. */
  private places: Map<string, number> | undefined;
  /** From then on the next may begin. */
  private next_at = Number.NEGATIVE_INFINITY;

  constructor(load: Load) {
    this.load = load;
  }

  /** `now`: ms, only differences count. A starter that waits asks again soon, or calls `left`. */
  ask(starter: Starter, now: number): Answer {
    this.forgetTheDead(now);
    const isNew = !this.waiting.has(starter.id);
    if (isNew && starter.urgency === "asked" && this.waiting.size >= MOST_WAITING)
      return { status: "refused" };
    const before = this.wait(starter, now);
    if (before >= this.free(now)) return { status: "waits", before };
    const { pause } = this;
    this.next_at = Math.max(this.next_at, now - (BURST - 1) * pause) + pause;
    this.begin(starter, now);
    return { status: "begins" };
  }

  /** It begins whatever the load is: another that runs waits for it. */
  begin({ id, person }: Pick<Starter, "id" | "person">, now: number): void {
    this.waiting.delete(id);
    this.running.set(id, { person, since: now });
    this.places = undefined;
  }

  /** It has ended, or waits no more. */
  left(id: string): void {
    this.waiting.delete(id);
    this.running.delete(id);
    this.places = undefined;
  }

  /** Many run, and the thread is behind. */
  isCrowded(now: number): boolean {
    return this.running.size >= CROWD && this.load.isBehindAt(now);
  }

  /** Who waits measures the load: its timer came `late_ms` after its time. */
  heard(late_ms: number, now: number): void {
    this.load.heard(late_ms, now);
  }

  /** How many may begin now. */
  private free(now: number): number {
    const { pause } = this;
    if (pause === 0) return Number.POSITIVE_INFINITY;
    const paced = now < this.next_at ? 0 : 1 + Math.floor((now - this.next_at) / pause);
    return Math.max(ALWAYS - this.running.size, paced);
  }

  private get pause(): number {
    const { lateness, isBehind } = this.load;
    if (!isBehind || lateness < BUSY_MS) return 0;
    return lateness < FULL_MS ? BUSY_PAUSE_MS : FULL_PAUSE_MS;
  }

  /** How many begin before it. */
  private wait(starter: Starter, now: number): number {
    const known = this.waiting.get(starter.id);
    if (known?.urgency !== starter.urgency) this.places = undefined;
    this.waiting.set(starter.id, { ...starter, asked_at: now });
    this.places ??= placesOf([...this.waiting.values()], this.turnsOfPeople());
    return this.places.get(starter.id) ?? 0;
  }

  private turnsOfPeople(): Map<string, number> {
    const turns = new Map<string, number>();
    for (const { person } of this.running.values()) turns.set(person, (turns.get(person) ?? 0) + 1);
    return turns;
  }

  private forgetTheDead(now: number): void {
    for (const [id, { asked_at }] of this.waiting) if (now - asked_at > SILENT_MS) this.left(id);
    for (const [id, { since }] of this.running) {
      if (now - since < LONGEST_MS) return;
      this.left(id);
    }
  }
}

/** By their urgency, then by how many turns their person has before them, then as they came. */
function placesOf(waiting: readonly Starter[], turns: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  const ranked = waiting.map(({ id, person, urgency }) => {
    const key = `${urgency} ${person}`;
    const turn = counts.get(key) ?? turns.get(person) ?? 0;
    counts.set(key, turn + 1);
    return { id, order: ORDER[urgency], turn };
  });
  ranked.sort((one, other) => one.order - other.order || one.turn - other.turn);
  return new Map(ranked.map(({ id }, place) => [id, place]));
}

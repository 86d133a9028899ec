/**
 * Admission control: limits the turns that begin while the event loop lags, so that running answers stay
 * fluent; fair between people. Holds plain values shared by all objects: waiting callers poll, since another
 * object's promise may never settle.
 */
import type { Load } from "./load.ts";

/**
 * Order of admission: turns that a restart cut off, then turns that somebody waits for, then planned ones.
 */
const ORDER = { cut_off: 0, asked: 1, planned: 2 } as const;

export interface TurnCandidate {
  /** Id of the turn. */
  id: string;
  /** The turn's person: of two people the one with fewer turns goes first. */
  person: string;
  urgency: keyof typeof ORDER;
}

type AdmissionAnswer =
  | { status: "begins" }
  /** `before`: queue position, as the number of turns that begin before this one. */
  | { status: "waits"; before: number }
  /** The queue is full. */
  | { status: "refused" };

/** Turns that are always admitted: their answers stream at reading pace (`npm run bench -- --streams`). */
const ALWAYS = 100;
/** Number of turns that slow each other down: below it all are served in time, whatever the machine does. */
const CROWD = 40;
/** Queue limit. Planned turns are never refused: nobody is there to send them again. */
const MOST_WAITING = 500;
/** Lateness in ms up to which longer frames alone compensate. */
const BUSY_MS = 50;
/** ms between admissions above that lateness. */
const BUSY_PAUSE_MS = 10;
/**
 * Lateness in ms above which answers stutter: a turn that begins takes some five ms, so beginning turns get a
 * fifth of the thread. With less, the queue would grow for as long as the thread is full.
 */
const FULL_MS = 200;
const FULL_PAUSE_MS = 25;
/** Token-bucket burst: unused admissions that may be made up for. */
const BURST = 4;
/** ms without a poll after which a waiting caller is considered dead, with its object. */
const SILENT_MS = 30_000;
/** ms after which a running turn is considered dead, its end never reported. */
const LONGEST_MS = 1_800_000;

interface Waiting extends TurnCandidate {
  asked_at: number;
}

interface Running {
  person: string;
  since: number;
}

export class TurnAdmission {
  private readonly load: Load;
  private readonly running = new Map<string, Running>();
  /** In order of arrival. */
  private readonly waiting = new Map<string, Waiting>();
  /** Cached queue positions; undefined once a turn has come, begun or left. */
  private places: Map<string, number> | undefined;
  /** Earliest time of the next admission. */
  private next_at = Number.NEGATIVE_INFINITY;

  constructor(load: Load) {
    this.load = load;
  }

  /** `now` is in ms, only differences count. A waiting caller must ask again soon, or call `left`. */
  ask(starter: TurnCandidate, now: number): AdmissionAnswer {
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

  /** Starts a turn whatever the load is: a running turn waits for it. */
  begin({ id, person }: Pick<TurnCandidate, "id" | "person">, now: number): void {
    this.waiting.delete(id);
    this.running.set(id, { person, since: now });
    this.places = undefined;
  }

  /** The turn has ended, or waits no longer. */
  left(id: string): void {
    this.waiting.delete(id);
    this.running.delete(id);
    this.places = undefined;
  }

  /** Many turns run, and the thread is behind. */
  isCrowded(now: number): boolean {
    return this.running.size >= CROWD && this.load.isBehindAt(now);
  }

  /** Waiting callers measure the load: their timer fired `late_ms` after its time. */
  recordDelay(late_ms: number, now: number): void {
    this.load.recordDelay(late_ms, now);
  }

  /** Number of turns that may begin now. */
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

  /** Enqueues the starter and returns its queue position. */
  private wait(starter: TurnCandidate, now: number): number {
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

/** Orders by urgency, then by the number of turns that the person has ahead, then by arrival. */
function placesOf(
  waiting: readonly TurnCandidate[],
  turns: ReadonlyMap<string, number>,
): Map<string, number> {
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

/**
 * Admission control: limits the turns that begin while the event loop lags, so that running answers stay
 * fluent; fair between clients. An accepted turn waits for as long as it takes; room for further ones is asked
 * for before they are accepted. Holds plain values shared by all objects: waiting callers poll, since another
 * object's promise may never settle.
 */
import { AdmissionRate } from "./admission-rate.ts";
import type { Load } from "./load.ts";
import { BUSY_MS, FEWEST_TURNS, FULL_MS, TurnLimit } from "./turn-limit.ts";
import { placesOf, type Waiting } from "./turn-order.ts";

export type TurnCandidate = Waiting;

type AdmissionAnswer =
  | { status: "begins" }
  /** `before`: queue position, as the number of turns that begin before this one. */
  | { status: "waits"; before: number };

export interface RoomRequest {
  client: string;
  isProgram: boolean;
  /** Longest wait that is of use to the caller, in seconds. */
  patience_s?: number | undefined;
}

/** `retry_after_s`: seconds after which the queue has probably room, from 1 to 60. */
export type Room = { status: "room" } | { status: "full"; retry_after_s: number };

/** Number of turns that slow each other down: below it all are served in time, whatever the machine does. */
const CROWD = 40;
/** Queue limits: of all turns, and of a program's, which leave room for people's. */
const MOST_WAITING = 500;
const MOST_OF_PROGRAM = 200;
/** Longest estimated wait, in seconds. */
const LONGEST_WAIT_S = 60;
/** A shorter queue is no reason to refuse, however slowly it moves just now. */
const SHORT_QUEUE = 20;
/** ms between admissions above each lateness. */
const BUSY_PAUSE_MS = 10;
const FULL_PAUSE_MS = 15;
/** Token-bucket burst: unused admissions that may be made up for. */
const BURST = 4;
/** ms without a poll after which a waiting caller is considered dead, with its object. */
const SILENT_MS = 30_000;
/** ms after which a running turn is considered dead, its end never reported. */
const LONGEST_MS = 1_800_000;

interface Queued extends TurnCandidate {
  asked_at: number;
}

interface Running {
  client: string;
  since: number;
}

export class TurnAdmission {
  private readonly load: Load;
  private readonly limit = new TurnLimit();
  private readonly rate = new AdmissionRate();
  private readonly running = new Map<string, Running>();
  /** In order of arrival. */
  private readonly waiting = new Map<string, Queued>();
  /** Cached queue positions; undefined once a turn has come, begun or left. */
  private places: Map<string, number> | undefined;
  private sinceProgram = 0;
  /** Earliest time of the next admission. */
  private next_at = Number.NEGATIVE_INFINITY;

  constructor(load: Load) {
    this.load = load;
  }

  /** `now` is in ms, only differences count. A waiting caller must ask again soon, or call `left`. */
  ask(candidate: TurnCandidate, now: number): AdmissionAnswer {
    this.forgetTheDead(now);
    const before = this.wait(candidate, now);
    if (before >= this.free(now)) return { status: "waits", before };
    this.count(candidate, now);
    this.begin(candidate, now);
    return { status: "begins" };
  }

  /** Whether another turn may be accepted. Nothing is reserved. */
  roomFor({ client, isProgram, patience_s = LONGEST_WAIT_S }: RoomRequest, now: number): Room {
    this.forgetTheDead(now);
    const { size } = this.waiting;
    if (size < SHORT_QUEUE) return { status: "room" };
    const own = isProgram ? [...this.waiting.values()].filter((each) => each.client === client).length : 0;
    const wait_s = this.rate.secondsFor(size, now);
    const isFull = size >= MOST_WAITING || own >= MOST_OF_PROGRAM;
    if (!isFull && wait_s <= Math.min(patience_s, LONGEST_WAIT_S)) return { status: "room" };
    return { status: "full", retry_after_s: Math.min(60, Math.max(1, Math.ceil(wait_s))) };
  }

  /** Starts a turn whatever the load is: a running turn waits for it. */
  begin({ id, client }: Pick<TurnCandidate, "id" | "client">, now: number): void {
    this.waiting.delete(id);
    this.running.set(id, { client, since: now });
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
    const { size } = this.running;
    const paced = now < this.next_at ? 0 : 1 + Math.floor((now - this.next_at) / pause);
    const most = this.limit.at(this.load.lateness, now) - size;
    return Math.max(FEWEST_TURNS - size, Math.min(paced, most));
  }

  private get pause(): number {
    const { lateness, isBehind } = this.load;
    if (!isBehind || lateness < BUSY_MS) return 0;
    return lateness < FULL_MS ? BUSY_PAUSE_MS : FULL_PAUSE_MS;
  }

  /** Counts an admission for the pace, the ratio and the estimate of waits. */
  private count({ urgency }: TurnCandidate, now: number): void {
    const { pause } = this;
    this.next_at = Math.max(this.next_at, now - (BURST - 1) * pause) + pause;
    this.sinceProgram = urgency === "program" ? 0 : this.sinceProgram + 1;
    if (this.waiting.size > 1) this.rate.begun(now);
  }

  /** Enqueues the candidate and returns its queue position. */
  private wait(candidate: TurnCandidate, now: number): number {
    const known = this.waiting.get(candidate.id);
    if (known?.urgency !== candidate.urgency) this.places = undefined;
    this.waiting.set(candidate.id, { ...candidate, asked_at: now });
    this.places ??= placesOf([...this.waiting.values()], this.turnsOfClients(), this.sinceProgram);
    return this.places.get(candidate.id) ?? 0;
  }

  private turnsOfClients(): Map<string, number> {
    const turns = new Map<string, number>();
    for (const { client } of this.running.values()) turns.set(client, (turns.get(client) ?? 0) + 1);
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

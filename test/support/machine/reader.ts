/**
 * A client that follows a conversation, loses its connection again and again, and goes on from its cursor. It holds
 * what it was told against what it is told later.
 */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import { textOf } from "../../../src/domain/message.ts";
import { must } from "./broken.ts";
import type { Machine } from "./machine.ts";

/** All frames that ever left the machine, by seq: a number stands for one frame, and always for the same bytes. */
export type Ledger = Map<number, string>;

export class Reader {
  readonly name: string;
  readonly events: NightjarEvent[] = [];
  cursor = 0;
  isConnected = false;
  /** Frames that were held against what was sent before. */
  replayed = 0;
  private readonly machine: Machine;
  private readonly ledger: Ledger;
  private readonly onEvent: (event: NightjarEvent) => void;
  private readonly turns = new Map<string, Seen>();

  constructor(name: string, machine: Machine, ledger: Ledger, onEvent: (event: NightjarEvent) => void) {
    this.name = name;
    this.machine = machine;
    this.ledger = ledger;
    this.onEvent = onEvent;
  }

  /** False when the machine is dark. */
  async connect(): Promise<boolean> {
    const replayed: string[] = [];
    const reached = await this.machine.request((awake) => {
      for (const event of awake.store.log.since(this.cursor)) replayed.push(JSON.stringify(event));
      // What is sent from here on comes after the replay, though it may be stored later.
      this.backlog = [];
      this.machine.sockets.add(this);
    });
    if (!reached.reached) {
      this.machine.sockets.delete(this);
      this.backlog = undefined;
      return false;
    }
    this.isConnected = true;
    const live = this.backlog ?? [];
    this.backlog = undefined;
    for (const frame of [...replayed, ...live]) this.take(frame);
    return true;
  }

  private backlog: string[] | undefined;

  send(frame: string): void {
    if (this.backlog) this.backlog.push(frame);
    else this.take(frame);
  }

  /** The connection broke, wherever it was. */
  lost(): void {
    this.isConnected = false;
    this.backlog = undefined;
    this.machine.sockets.delete(this);
  }

  private take(frame: string): void {
    const event = JSON.parse(frame) as NightjarEvent;
    must(event.seq > this.cursor, "seq grows", { reader: this.name, cursor: this.cursor, event });
    const known = this.ledger.get(event.seq);
    must(known === undefined || known === frame, "a seq is one frame", { known, frame });
    if (known !== undefined) this.replayed += 1;
    this.ledger.set(event.seq, frame);
    this.cursor = event.seq;
    this.events.push(event);
    if (event.turn_id) this.follow(event.turn_id, event);
    this.onEvent(event);
  }

  private follow(turn_id: string, event: NightjarEvent): void {
    const seen = this.turns.get(turn_id) ?? new Seen();
    this.turns.set(turn_id, seen);
    seen.take(event);
    if (event.type !== "message" || event.message.role !== "assistant") return;
    const stored = textOf(event.message.parts);
    must(seen.text === stored, "what was shown is what is stored", {
      reader: this.name,
      turn_id,
      seq: event.seq,
      shown: seen.text,
      stored,
    });
  }
}

/** The text of one turn as a person sees it grow. */
export class Seen {
  private step = 0;
  private pieces: { step: number; text: string }[] = [];

  get text(): string {
    return this.pieces.map((piece) => piece.text).join("");
  }

  take(event: NightjarEvent): void {
    if (event.type === "state" && event.step > 0) this.step = event.step;
    if (event.type === "text") this.pieces.push({ step: this.step, text: event.delta });
    if (event.type === "reset") this.pieces = this.pieces.filter((piece) => piece.step < event.from_step);
  }
}

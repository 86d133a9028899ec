/**
 * Keeps the readers, by socket or stream, to those who may still read. They are checked again when the
 * members change, and when a person's role, session or key does.
 */
import { CLOSED } from "../../../src/channels/web/wire.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { mayUse, type Place, type Principal } from "../../../src/domain/principal.ts";
import type { ReaderPorts } from "./ports.ts";

/** One open socket or stream. */
export interface Seat {
  readonly principal: Principal;
  /** Replaces the principal after a change of role or name. */
  become(principal: Principal): void;
  /** Closes the connection. */
  leave(why: Closed): void;
}

type Closed = (typeof CLOSED)[keyof typeof CLOSED];

interface AudienceDeps {
  ports: Pick<ReaderPorts, "presence" | "standing" | "now" | "log">;
  conversation(): ConversationId | undefined;
  /** Undefined: the conversation is gone. */
  place(): Place | undefined;
  /**
   * In a child, fetches the person's rights from its parent, before `place` can tell. Rejects when nobody
   * can.
   */
  inherit(principal: Principal, how: "anew" | "once"): Promise<void>;
  seats(): readonly Seat[];
}

/**
 * A person's rights may have changed between admission and being known here; this also allows for the clocks
 * of different machines.
 */
const UNSURE_MS = 60_000;

export class Audience {
  private readonly deps: AudienceDeps;
  /** Persons whose presence here was reported in this life of the object. */
  private readonly known = new Set<string>();

  constructor(deps: AudienceDeps) {
    this.deps = deps;
  }

  /**
   * Reports that the person has something open here, so that changes of their rights reach it. Never rejects.
   */
  async arrived({ owner: person }: Principal): Promise<void> {
    const { ports, conversation } = this.deps;
    const id = conversation();
    if (id === undefined || this.known.has(person)) return;
    this.known.add(person);
    try {
      const changed_at = await ports.presence.arrived(person, id);
      if (ports.now() - changed_at < UNSURE_MS) await this.recheck(person);
    } catch (problem) {
      this.known.delete(person);
      ports.log.warn("reader_not_registered", { problem: String(problem) });
    }
  }

  /** Reports that something of theirs was closed. Never rejects. */
  async left({ owner: person }: Principal): Promise<void> {
    const { ports, conversation } = this.deps;
    const id = conversation();
    if (id === undefined || this.of(person).length > 0) return;
    this.known.delete(person);
    await ports.presence
      .left(person, id)
      .catch((problem: unknown) => ports.log.warn("reader_not_forgotten", { problem: String(problem) }));
  }

  /** Members have changed: closes the connections of whoever may no longer read. */
  async settle(): Promise<void> {
    await Promise.all(this.deps.seats().map(({ principal }) => this.deps.inherit(principal, "once")));
    const place = this.deps.place();
    for (const seat of this.deps.seats())
      if (!place || !mayUse(seat.principal, place, "read")) seat.leave(CLOSED.not_yours);
  }

  /**
   * Checks all open connections of the person. Returns whether any is still open. Rejects when their present
   * rights cannot be read.
   */
  async recheck(person: string): Promise<boolean> {
    const seats = this.of(person);
    const today = await Promise.all(seats.map(({ principal }) => this.deps.ports.standing(principal)));
    for (const [index, seat] of seats.entries()) {
      const principal = today[index];
      if (principal) seat.become(principal);
      else seat.leave(CLOSED.signed_out);
    }
    await Promise.all(this.of(person).map(({ principal }) => this.deps.inherit(principal, "anew")));
    await this.settle();
    return this.of(person).length > 0;
  }

  private of(person: string): Seat[] {
    return this.deps.seats().filter(({ principal }) => principal.owner === person);
  }
}

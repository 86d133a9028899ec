/**
 * Who reads along, by socket or stream, and that each of them still may: asked again when members change, and when a
 * person's role, session or key does.
 */
import { CLOSED } from "../../../src/channels/web/wire.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { mayUse, type Place, type Principal } from "../../../src/domain/principal.ts";
import type { ReaderPorts } from "./ports.ts";

/** One open socket or stream. */
export interface Seat {
  readonly principal: Principal;
  /** They are somebody else now: another role, another name. */
  become(principal: Principal): void;
  /** Closes it. */
  leave(why: Closed): void;
}

type Closed = (typeof CLOSED)[keyof typeof CLOSED];

export interface AudienceDeps {
  ports: Pick<ReaderPorts, "presence" | "standing" | "now" | "log">;
  conversation(): ConversationId | undefined;
  /** Undefined: the conversation is gone. */
  place(): Place | undefined;
  /** In a child: asks its parent what they may, before `place` can tell. Rejects when nobody can. */
  inherit(principal: Principal, how: "anew" | "once"): Promise<void>;
  seats(): readonly Seat[];
}

/** Between being let in and being known to be here somebody may have changed; clocks of machines differ. */
const UNSURE_MS = 60_000;

export class Audience {
  private readonly deps: AudienceDeps;
  /** Persons who are known to be here, by what this life of the object has told. */
  private readonly known = new Set<string>();

  constructor(deps: AudienceDeps) {
    this.deps = deps;
  }

  /** Something of theirs was opened: from now on a change of who they are reaches it. Never rejects. */
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

  /** Something of theirs was closed. Never rejects. */
  async left({ owner: person }: Principal): Promise<void> {
    const { ports, conversation } = this.deps;
    const id = conversation();
    if (id === undefined || this.of(person).length > 0) return;
    this.known.delete(person);
    await ports.presence
      .left(person, id)
      .catch((problem: unknown) => ports.log.warn("reader_not_forgotten", { problem: String(problem) }));
  }

  /** Members have changed: who may not read any more is sent away. */
  async settle(): Promise<void> {
    await Promise.all(this.deps.seats().map(({ principal }) => this.deps.inherit(principal, "once")));
    const place = this.deps.place();
    for (const seat of this.deps.seats())
      if (!place || !mayUse(seat.principal, place, "read")) seat.leave(CLOSED.not_yours);
  }

  /** Looks at all that the person has open here. Whether any of it still is. Rejects when nobody can tell who they are now. */
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

/** The thin object of a person: what is theirs alone and has to be known in one place. Today: where they are connected. */
import { DurableObject } from "cloudflare:workers";
import type { ConversationId } from "../../src/domain/ids.ts";
import { sqlOf } from "../conversation/sql/storage-sql.ts";
import { Places } from "./places.ts";
import type { PersonPorts } from "./ports.ts";
import { Whereabouts } from "./whereabouts.ts";

/** Its name begins so; the person's id follows. */
export const PERSON_NAME = "person:";

export class Person extends DurableObject<unknown> {
  private readonly whereabouts: Whereabouts;

  constructor(ctx: DurableObjectState, env: unknown, ports: PersonPorts) {
    super(ctx, env);
    const person = (ctx.id.name ?? "").slice(PERSON_NAME.length);
    const places = new Places(sqlOf(ctx.storage));
    const wakeAt = (at: number) => void ctx.storage.setAlarm(at);
    this.whereabouts = new Whereabouts({ ...ports, person, places, wakeAt });
  }

  /** Something of theirs is open there. When they last changed, in ms since the epoch; 0: never. */
  async arrived(conversation: ConversationId): Promise<number> {
    return this.whereabouts.arrived(conversation);
  }

  async left(conversation: ConversationId): Promise<void> {
    this.whereabouts.left(conversation);
  }

  /** Where they have something open. */
  async places(): Promise<ConversationId[]> {
    return this.whereabouts.places();
  }

  async expect(): Promise<void> {
    this.whereabouts.expect();
  }

  async changed(): Promise<void> {
    await this.whereabouts.changed();
  }

  override async alarm(): Promise<void> {
    await this.whereabouts.wake();
  }
}

/** The class of these objects, with what `portsOf` makes of the Worker's bindings. */
export function personObject<E>(portsOf: (env: E) => PersonPorts) {
  return class extends Person {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}

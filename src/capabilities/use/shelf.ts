/** The capabilities that a turn may use now, from memory: its owner's own, and those that are shared with its place. */
import type { Agent } from "../../domain/agent.ts";
import type { Room } from "../../domain/room.ts";
import { KeptReadings } from "../../platform/kept-readings.ts";
import type { Capability, SharedCapability } from "../catalog/capability.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";
import type { Around } from "../catalog/store.ts";
import type { Usable } from "./usable.ts";

export interface ShelfDeps {
  catalog: Pick<CapabilityCatalog, "watch" | "sharedIn" | "around">;
  now(): number;
}

/** Whose conversation, and who answers in it. */
export interface Whose {
  owner: string;
  agent: Pick<Agent, "slug" | "owner">;
}

/**
 * A change that is made in this isolate is seen at once. One that is made elsewhere is seen by the turn after the first that
 * begins 2 s later, and in any case after a minute; but a call is checked against a reading that is no older than 2 s.
 */
export class Shelf {
  /** By agent and owner. */
  readonly #around: KeptReadings<Around>;
  /** By room. */
  readonly #shared: KeptReadings<SharedCapability[]>;

  constructor({ catalog, now }: ShelfDeps) {
    this.#around = new KeptReadings({ read: (key) => around(catalog, key), now });
    this.#shared = new KeptReadings({ read: (slug) => catalog.sharedIn({ kind: "room", slug }), now });
    catalog.watch(() => {
      this.#around.forgetAll();
      this.#shared.forgetAll();
    });
  }

  /** Of all statuses: the owner's, and what others share with the agent. */
  all(whose: Whose): Promise<Usable[]> {
    return this.#all(whose, "get");
  }

  /** That may be called. */
  async usable(whose: Whose): Promise<Usable[]> {
    const all = await this.all(whose);
    return unlike(all.filter((capability) => mayUse(capability, whose.agent.slug)));
  }

  /** That may be called in the visits of a room: what is shared with it, and nothing else. */
  async inRoom({ slug, owner }: Pick<Room, "slug" | "owner">): Promise<Usable[]> {
    const found = openIn(await this.#shared.get(slug), owner);
    return unlike(found.filter(isActive));
  }

  /** As it is now, for whoever calls it: it may have been switched off or taken back elsewhere. Undefined: it is gone. */
  async now({ id }: Pick<Capability, "id">, whose: Whose): Promise<Usable | undefined> {
    return (await this.#all(whose, "fresh")).find((capability) => capability.id === id);
  }

  async nowInRoom(
    { id }: Pick<Capability, "id">,
    { slug, owner }: Pick<Room, "slug" | "owner">,
  ): Promise<Usable | undefined> {
    const found = await this.#shared.fresh(slug);
    return openIn(found, owner).find((capability) => capability.id === id);
  }

  async #all({ owner, agent }: Whose, how: "get" | "fresh"): Promise<Usable[]> {
    const { own, shared } = await this.#around[how](`${agent.slug} ${owner}`);
    const open = openIn(shared, agent.owner);
    const opened = new Set(open.map(({ id }) => id));
    const mine = own.map((each) => ({ ...each, is_own: true, is_open: opened.has(each.id) }));
    return [...mine, ...open.filter((each) => each.owner !== owner)];
  }
}

/** A place that has another owner by now is not the one with which it was shared. */
function openIn(shared: readonly SharedCapability[], owner: string | null): Usable[] {
  const here = shared.filter(({ place_owner }) => place_owner === owner);
  return here.map(({ place_owner: _, ...each }) => ({ ...each, is_own: false, is_open: true }));
}

/** Of two of one name the owner's own holds, then the older. In the order of their names. */
function unlike(capabilities: readonly Usable[]): Usable[] {
  const byName = new Map<string, Usable>();
  for (const each of capabilities) if (!byName.has(each.name)) byName.set(each.name, each);
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What is open here is so whatever its owner keeps for themselves. */
function mayUse(capability: Usable, agent: string): boolean {
  const { is_open, is_own, agents } = capability;
  const isMeant = is_open || (is_own && (agents.length === 0 || agents.includes(agent)));
  return isMeant && isActive(capability);
}

function isActive({ status, version }: Capability): boolean {
  return status === "active" && version > 0;
}

/** No slug has a space in it. */
function around(catalog: Pick<CapabilityCatalog, "around">, key: string): Promise<Around> {
  const end = key.indexOf(" ");
  return catalog.around(key.slice(end + 1), { kind: "agent", slug: key.slice(0, end) });
}

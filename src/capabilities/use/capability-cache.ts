/** Cache of the capabilities that a turn may use: its owner's own, and those shared with its place. */
import type { Agent } from "../../domain/agent.ts";
import type { Room } from "../../domain/room.ts";
import { SwrCache } from "../../platform/swr-cache.ts";
import type { Capability, SharedCapability } from "../catalog/capability.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";
import type { ReachableCapabilities } from "../catalog/store.ts";
import type { Usable } from "./usable.ts";

interface CapabilityCacheDeps {
  catalog: Pick<CapabilityCatalog, "watch" | "sharedIn" | "reachable">;
  now(): number;
}

/** The conversation's owner, and the agent that answers. */
export interface CapabilityUser {
  owner: string;
  agent: Pick<Agent, "slug" | "owner">;
}

/**
 * A change made in this isolate is visible at once. A change made elsewhere is visible to the turn after the
 * first one that begins 2 s later, and after a minute at the latest; a call, though, is checked against a
 * reading that is at most 2 s old.
 */
export class CapabilityCache {
  /** Capabilities by agent and owner. */
  private readonly reachable: SwrCache<ReachableCapabilities, readonly [agent: string, owner: string]>;
  /** Capabilities by room. */
  private readonly shared: SwrCache<SharedCapability[]>;

  constructor({ catalog, now }: CapabilityCacheDeps) {
    this.reachable = new SwrCache({
      read: ([slug, owner]) => catalog.reachable(owner, { kind: "agent", slug }),
      now,
    });
    this.shared = new SwrCache({ read: (slug) => catalog.sharedIn({ kind: "room", slug }), now });
    catalog.watch(() => {
      this.reachable.forgetAll();
      this.shared.forgetAll();
    });
  }

  /** Capabilities in any status: the owner's, and those that others share with the agent. */
  all(whose: CapabilityUser): Promise<Usable[]> {
    return this.readFor(whose, "get");
  }

  /** All that may be called. */
  async usable(whose: CapabilityUser): Promise<Usable[]> {
    const all = await this.all(whose);
    return unlike(all.filter((capability) => mayUse(capability, whose.agent.slug)));
  }

  /** All that may be called in the visits of a room: only what is shared with it. */
  async inRoom({ slug, owner }: Pick<Room, "slug" | "owner">): Promise<Usable[]> {
    const found = openIn(await this.shared.get(slug), owner);
    return unlike(found.filter(isActive));
  }

  /**
   * The present state, for a call: it may have been disabled or unshared elsewhere. Undefined if it is gone.
   */
  async now({ id }: Pick<Capability, "id">, whose: CapabilityUser): Promise<Usable | undefined> {
    return (await this.readFor(whose, "fresh")).find((capability) => capability.id === id);
  }

  async nowInRoom(
    { id }: Pick<Capability, "id">,
    { slug, owner }: Pick<Room, "slug" | "owner">,
  ): Promise<Usable | undefined> {
    const found = await this.shared.fresh(slug);
    return openIn(found, owner).find((capability) => capability.id === id);
  }

  private async readFor({ owner, agent }: CapabilityUser, how: "get" | "fresh"): Promise<Usable[]> {
    const { own, shared } = await this.reachable[how]([agent.slug, owner]);
    const open = openIn(shared, agent.owner);
    const opened = new Set(open.map(({ id }) => id));
    const mine = own.map((each) => ({ ...each, is_own: true, is_open: opened.has(each.id) }));
    return [...mine, ...open.filter((each) => each.owner !== owner)];
  }
}

/** A place that has changed hands is not the one that it was shared with. */
function openIn(shared: readonly SharedCapability[], owner: string | null): Usable[] {
  const here = shared.filter(({ place_owner }) => place_owner === owner);
  return here.map(({ place_owner: _, ...each }) => ({ ...each, is_own: false, is_open: true }));
}

/** If two have the same name, the owner's own wins, then the older. Sorted by name. */
function unlike(capabilities: readonly Usable[]): Usable[] {
  const byName = new Map<string, Usable>();
  for (const each of capabilities) if (!byName.has(each.name)) byName.set(each.name, each);
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A capability shared here is available whichever agents its owner restricts it to. */
function mayUse(capability: Usable, agent: string): boolean {
  const { is_open, is_own, agents } = capability;
  const isMeant = is_open || (is_own && (agents.length === 0 || agents.includes(agent)));
  return isMeant && isActive(capability);
}

function isActive({ status, version }: Capability): boolean {
  return status === "active" && version > 0;
}

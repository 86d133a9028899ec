/** The capabilities that an agent may use now, from memory. */
import { KeptReadings } from "../../platform/kept-readings.ts";
import type { Capability } from "../catalog/capability.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";

export interface ShelfDeps {
  catalog: Pick<CapabilityCatalog, "list" | "watch">;
  now(): number;
}

export class Shelf {
  readonly #kept: KeptReadings<Capability[]>;

  constructor({ catalog, now }: ShelfDeps) {
    this.#kept = new KeptReadings({ read: (owner) => catalog.list(owner), now });
    catalog.watch((owner) => this.#kept.forget(owner));
  }

  /** Of all statuses, by name. */
  all(owner: string): Capability[] | Promise<Capability[]> {
    return this.#kept.get(owner);
  }

  /** That this agent may call. */
  async usable(agent: string, owner: string): Promise<Capability[]> {
    return (await this.all(owner)).filter((capability) => mayUse(capability, agent));
  }
}

function mayUse({ status, version, agents }: Capability, agent: string): boolean {
  return status === "active" && version > 0 && (agents.length === 0 || agents.includes(agent));
}

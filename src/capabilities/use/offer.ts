/**
 * Chooses the capabilities that a turn has as tools. The choice is fixed when the turn begins, versions
 * included.
 */
import type { ToolQuery } from "../../agent/ports/tool.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";
import type { CapabilityCache, CapabilityUser } from "./capability-cache.ts";
import { mostRelevant } from "./relevance.ts";
import { keyIn, keyOf, pinOf, type Usable } from "./usable.ts";

interface OfferDeps {
  cache: Pick<CapabilityCache, "all" | "usable">;
  catalog: Pick<CapabilityCatalog, "versions">;
}

/**
 * Without a query: all that the agent may use. A pinned version that is no longer in use keeps its own
 * declaration; a removed capability is left out.
 */
export async function offerCapabilities(
  { cache, catalog }: OfferDeps,
  whose: CapabilityUser,
  query: ToolQuery | undefined,
): Promise<Usable[]> {
  if (!query) return cache.usable(whose);
  const { words, pinned, before } = query;
  if (!pinned) return mostRelevant(await cache.usable(whose), { words, before });
  if (pinned.length === 0) return [];
  const all = new Map((await cache.all(whose)).map((capability) => [keyOf(capability), capability]));
  const found = await Promise.all(pinned.map((pin) => asPinned(catalog, all, pin)));
  return found.filter((capability) => capability !== undefined);
}

async function asPinned(
  catalog: OfferDeps["catalog"],
  all: ReadonlyMap<string, Usable>,
  pin: string,
): Promise<Usable | undefined> {
  const key = keyIn(pin);
  const now = all.get(key);
  if (!now || pinOf(now) === pin) return now;
  const version = Number(pin.slice(key.length + 1));
  const then = (await catalog.versions(now.owner, now.name)).find((each) => each.version === version);
  if (!then) return undefined;
  const { description, input_schema, output_schema, tags, hosts, secrets, limits } = then;
  return { ...now, description, input_schema, output_schema, tags, hosts, secrets, limits, version };
}

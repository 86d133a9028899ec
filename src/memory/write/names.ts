/** Resolves names with the owner's aliases, cached for a minute. */
import type { Alias } from "../ports/model.ts";
import type { Names } from "../ports/names.ts";
import type { AliasStore } from "../ports/stores.ts";
import { nameKey } from "../text/names.ts";

const KEEP_MS = 60_000;
const KEEP_OWNERS = 500;

export function createNames(store: AliasStore, now: () => number): Names {
  const known = new Map<string, { until: number; aliases: Alias[] }>();
  const load = async (owner: string): Promise<Alias[]> => {
    const found = known.get(owner);
    if (found !== undefined && found.until > now()) return found.aliases;
    if (known.size > KEEP_OWNERS) known.clear();
    // An untrusted alias is not used until its person confirms it: it could turn one name into another.
    const aliases = (await store.list(owner)).filter(({ trust }) => trust === "trusted");
    known.set(owner, { until: now() + KEEP_MS, aliases });
    return aliases;
  };
  return {
    async mainName(owner, name) {
      const key = nameKey(name);
      return (await load(owner)).find((each) => nameKey(each.alias) === key)?.entity ?? name.trim();
    },
    async allKeys(owner, name) {
      const groups = groupsOf(await load(owner));
      const key = nameKey(name);
      return [...new Set([key, ...(groups.get(key) ?? [])])].filter((each) => each !== "");
    },
    others: async (owner) => groupsOf(await load(owner)),
    async add(owner, alias, at) {
      await store.put(owner, alias, at);
      known.delete(owner);
    },
    onChange: (owner) => void known.delete(owner),
  };
}

/** Each name with all other names of the same entity. */
function groupsOf(aliases: readonly Alias[]): Map<string, string[]> {
  const entities = Map.groupBy(aliases, (each) => nameKey(each.entity));
  const groups = new Map<string, string[]>();
  for (const [entity, each] of entities) {
    const names = [entity, ...each.map(({ alias }) => nameKey(alias))];
    for (const name of names) {
      groups.set(
        name,
        names.filter((other) => other !== name),
      );
    }
  }
  return groups;
}

/**
 * Cache of conversation titles, so that a recalled message does not wait for its title. A new title is seen
 * within a minute.
 */
import { BoundedMap } from "../../platform/bounded-map.ts";
import type { Core } from "../ports/core.ts";

export interface Titles {
  /** Titles of the conversations that have one. Rejects when D1 has to be read and fails. */
  of(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const KEEP_MS = 60_000;
const MOST = 2_000;

export function createTitles({ storage, now }: Pick<Core, "storage" | "now">): Titles {
  /** An empty title: the conversation has none. */
  const cache = new BoundedMap<{ title: string; until: number }>({ most: MOST });
  const read = async (owner: string, ids: readonly string[]) => {
    if (ids.length === 0) return;
    const found = await storage.chunks.titles(owner, ids);
    const until = now() + KEEP_MS;
    for (const id of ids) cache.set(keyOf(owner, id), { title: found.get(id) ?? "", until });
  };
  return {
    async of(owner, ids) {
      const isUnknown = (id: string) => (cache.get(keyOf(owner, id))?.until ?? 0) <= now();
      await read(owner, ids.filter(isUnknown));
      const named = ids.map((id) => [id, cache.get(keyOf(owner, id))?.title ?? ""] as const);
      return new Map(named.filter(([, title]) => title !== ""));
    },
  };
}

function keyOf(owner: string, id: string): string {
  return `${owner}\n${id}`;
}

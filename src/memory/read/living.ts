/** Hits whose memory has not faded. */
import type { Core } from "../ports/core.ts";
import type { Memory } from "../ports/model.ts";
import type { SearchHit } from "../search/hit.ts";
import { hasFaded } from "../write/decay.ts";

/** Removes faded memories. */
export async function living(core: Core, owner: string, hits: readonly SearchHit[]) {
  const now = core.now();
  const ids = hits.filter((hit) => hit.passage.kind === "memory").map((hit) => hit.passage.key);
  const found = new Map((await core.storage.memories.get(owner, ids)).map((memory) => [memory.id, memory]));
  return hits.filter((hit) => hit.passage.kind !== "memory" || isAlive(found.get(hit.passage.key), now));
}

function isAlive(memory: Memory | undefined, now: number): boolean {
  return memory !== undefined && !hasFaded(memory, now);
}

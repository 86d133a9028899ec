/**
 * Daily clean-up: faded memories leave the search index, commitments long past their day expire, old vectors
 * are deleted.
 */

import type { Core } from "../ports/core.ts";
import { EXPIRES_AFTER_MS } from "./commitments.ts";
import { MEMORY_SOURCE } from "./remember.ts";

const AT_ONCE = 200;
const ROUNDS = 100;
/** Lifetime of a cached embedding that nobody uses; it is computed again when needed. */
const CACHE_MS = 90 * 86_400_000;
/** Time for which a forgotten item can be restored. */
export const FORGOTTEN_MS = 30 * 86_400_000;

export async function expire(
  core: Core,
  heartbeat: () => Promise<void>,
): Promise<{ faded: number; expired: number; forgotten: number }> {
  const now = core.now();
  let faded = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await heartbeat();
    const gone = await core.storage.memories.fade(now, AT_ONCE);
    faded += gone.length;
    for (const [owner, memories] of Map.groupBy(gone, (memory) => memory.owner)) {
      await core.storage.chunks.remove(
        owner,
        MEMORY_SOURCE,
        memories.map(({ id }) => id),
      );
    }
    if (gone.length < AT_ONCE) break;
  }
  const expired = await core.storage.commitments.expire(now - EXPIRES_AFTER_MS, now);
  await core.storage.chunks.pruneEmbeddings(now - CACHE_MS);
  const forgotten = await core.storage.forgotten.prune(now - FORGOTTEN_MS);
  return { faded, expired, forgotten };
}

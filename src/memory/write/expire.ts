/** Once a day: what has faded leaves the search index, promises long past their day are expired, old vectors go. */

import type { Core } from "../ports/core.ts";
import { EXPIRES_AFTER_MS } from "./commitments.ts";
import { MEMORY_SOURCE } from "./remember.ts";

const AT_ONCE = 200;
const ROUNDS = 100;
/** Embeddings of texts that nobody has asked for this long are made anew when somebody does. */
const CACHE_MS = 90 * 86_400_000;
/** So long what was forgotten can be brought back. */
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

/**
 * A chunk store that also stores vectors. When the model cannot be reached, passages are stored without them
 * and backfilled later.
 */

import { override } from "../../domain/override.ts";
import type { ChunkStore } from "../ports/index-port.ts";
import type { ChunkDraft } from "../ports/model.ts";
import type { UnembeddedStore } from "../ports/vector-ports.ts";
import { embedPassages, TEXTS_AT_ONCE, type Vectors } from "./passages.ts";

interface WithVectorsDeps extends Vectors {
  unembedded: UnembeddedStore;
  onFailure(what: string, cause: unknown): void;
  /** Called when passages were stored without a vector. */
  onGap(): void;
}

export function withVectors(chunks: ChunkStore, deps: WithVectorsDeps): ChunkStore {
  return override(chunks, {
    async put(drafts, now) {
      await chunks.put(drafts, now);
      await embedDrafts(deps, drafts);
    },
    async replaceFile(file, drafts, now) {
      const gone = await chunks.replaceFile(file, drafts, now);
      // Ids may have been reused: their new vectors replace the old ones.
      const used = await chunks.locate(file.owner, { ids: gone });
      const kept = new Set(used.map(({ id }) => id));
      await deps.index.remove(gone.filter((id) => !kept.has(id)));
      await embedDrafts(deps, drafts);
      return gone;
    },
    complete: (drafts) => embedDrafts(deps, drafts),
    async remove(owner, source, keys) {
      const gone = await chunks.remove(owner, source, keys);
      await deps.index.remove(gone);
      return gone;
    },
  });
}

async function embedDrafts(deps: WithVectorsDeps, drafts: readonly ChunkDraft[]): Promise<void> {
  try {
    const space = deps.index.space(deps.embedder.model);
    for (let start = 0; start < drafts.length; start += TEXTS_AT_ONCE) {
      const part = drafts.slice(start, start + TEXTS_AT_ONCE);
      await embedPassages(deps, await deps.unembedded.among(space, part));
    }
  } catch (cause) {
    deps.onFailure("embedding", cause);
    deps.onGap();
  }
}

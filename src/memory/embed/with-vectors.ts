/** A chunk store whose passages also get vectors. A model that cannot be reached costs them their vectors alone. */
import type { ChunkDraft } from "../model.ts";
import type { ChunkStore, Embedder, StoredVector, VectorIndex } from "../ports.ts";
import { dateWords } from "../text/dates.ts";

export interface WithVectorsDeps {
  index: VectorIndex;
  embedder: Embedder;
  onFailure(what: string, cause: unknown): void;
}

const AT_ONCE = 64;
const MAX_CHARACTERS = 4_000;
const BEFORE_CHARACTERS = 300;

export function withVectors(chunks: ChunkStore, deps: WithVectorsDeps): ChunkStore {
  return {
    ...chunks,
    async put(drafts, now) {
      await chunks.put(drafts, now);
      try {
        for (let start = 0; start < drafts.length; start += AT_ONCE) {
          await embedPart(chunks, deps, drafts, start);
        }
      } catch (cause) {
        deps.onFailure("embedding", cause);
      }
    },
    async remove(owner, source, keys) {
      const gone = await chunks.remove(owner, source, keys);
      await deps.index.remove(gone);
      return gone;
    },
  };
}

async function embedPart(
  chunks: ChunkStore,
  { index, embedder }: WithVectorsDeps,
  drafts: readonly ChunkDraft[],
  start: number,
): Promise<void> {
  const part = drafts.slice(start, start + AT_ONCE);
  const vectors = await embedder.embed(part.map((draft, at) => embeddedText(draft, drafts[start + at - 1])));
  const stored: StoredVector[] = [];
  for (const [place, keys] of Map.groupBy(part, (draft) => `${draft.owner}\u0000${draft.source}`)) {
    const [owner = "", source = ""] = place.split("\u0000");
    const places = await chunks.locate(owner, { source, keys: keys.map((draft) => draft.key) });
    const ids = new Map(places.map((hit) => [hit.key, hit.id]));
    part.forEach((draft, at) => {
      const [id, vector] = [ids.get(draft.key), vectors[at]];
      if (draft.owner !== owner || draft.source !== source || id === undefined || vector === undefined)
        return;
      stored.push({ chunk_id: id, owner, source, vector });
    });
  }
  await index.put(embedder.model, stored);
}

/** A turn is understood by who said it, when, and after what. */
export function embeddedText(draft: ChunkDraft, previous: ChunkDraft | undefined): string {
  const day = draft.said_at === undefined ? "" : `[${dateWords(draft.said_at)}] `;
  const who = draft.speaker === "" ? "" : `${draft.speaker}: `;
  const before =
    draft.kind === "turn" && previous?.source === draft.source && previous.session === draft.session
      ? `${previous.speaker}: ${previous.text.slice(0, BEFORE_CHARACTERS)}\n`
      : "";
  return `${before}${day}${who}${draft.text}`.slice(0, MAX_CHARACTERS);
}

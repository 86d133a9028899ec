/** Passages into the index, with the vectors of a real embedder where there is one. */
import type { ChunkDraft } from "../model.ts";
import type { ChunkEntry, StoredVector } from "../ports.ts";
import { dateWords } from "../text/dates.ts";
import type { IndexDeps } from "./turns.ts";

const EMBED_AT_ONCE = 64;

/** The text is indexed even when the embedder fails: keywords find it, and a later run may embed it. */
export async function putPassages(
  deps: IndexDeps,
  drafts: readonly ChunkDraft[],
  now: number,
): Promise<void> {
  const vectors = await embedded(deps, drafts);
  const entries: ChunkEntry[] = drafts.map((draft, index) => {
    const vector = vectors[index];
    return vector === undefined ? { draft } : { draft, vector };
  });
  await deps.chunks.put(entries, now);
  if (deps.vectors !== undefined)
    await deps.vectors.index.put(entries.filter((entry) => entry.vector !== undefined));
}

async function embedded(
  deps: IndexDeps,
  drafts: readonly ChunkDraft[],
): Promise<(StoredVector | undefined)[]> {
  if (deps.vectors === undefined) return [];
  const { embedder } = deps.vectors;
  const found: (StoredVector | undefined)[] = [];
  try {
    for (let start = 0; start < drafts.length; start += EMBED_AT_ONCE) {
      const part = drafts.slice(start, start + EMBED_AT_ONCE);
      const texts = part.map((draft, index) => embeddedText(draft, drafts[start + index - 1]));
      for (const vector of await embedder.embed(texts)) {
        found.push(vector === null ? undefined : { model: embedder.model, vector });
      }
    }
  } catch (cause) {
    deps.onFailure("embedding", cause);
  }
  return found;
}

/** A turn is understood by who said it, when, and after what. */
function embeddedText(draft: ChunkDraft, previous: ChunkDraft | undefined): string {
  const day = draft.said_at === undefined ? "" : `[${dateWords(draft.said_at)}] `;
  const who = draft.speaker === "" ? "" : `${draft.speaker}: `;
  const before =
    previous?.source === draft.source && previous.session === draft.session
      ? `${previous.speaker}: ${previous.text.slice(0, 300)}\n`
      : "";
  return `${before}${day}${who}${draft.text}`.slice(0, 4_000);
}

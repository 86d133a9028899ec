/** Computes and stores vectors for passages that lack one. */

import type { Embedder, UnembeddedPassage, VectorIndex } from "../ports/vector-ports.ts";
import { dateWords } from "../text/dates.ts";

export interface Vectors {
  index: VectorIndex;
  embedder: Embedder;
}

/** Texts per request to the model. */
export const TEXTS_AT_ONCE = 64;
const MAX_CHARACTERS = 4_000;
const BEFORE_CHARACTERS = 300;

/** Takes at most `TEXTS_AT_ONCE` passages. Throws when the model or the index cannot be reached. */
export async function embedPassages(
  { index, embedder }: Vectors,
  passages: readonly UnembeddedPassage[],
  signal?: AbortSignal,
): Promise<void> {
  if (passages.length === 0) return;
  const vectors = await embedder.embed(passages.map(embeddedText), signal);
  const stored = passages.flatMap(({ id, owner, source }, at) => {
    const vector = vectors[at];
    return vector === undefined ? [] : [{ chunk_id: id, owner, source, vector }];
  });
  await index.put(embedder.model, stored);
}

/** Includes speaker, date and the message before, which a turn needs to be understood. */
function embeddedText({ said_at, speaker, before, text }: UnembeddedPassage): string {
  const day = said_at === undefined ? "" : `[${dateWords(said_at)}] `;
  const who = speaker === "" ? "" : `${speaker}: `;
  const context =
    before === undefined ? "" : `${before.speaker}: ${before.text.slice(0, BEFORE_CHARACTERS)}\n`;
  return `${context}${day}${who}${text}`.slice(0, MAX_CHARACTERS);
}

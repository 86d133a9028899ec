/**
 * Vectors for what was indexed before the model was chosen, or while it was away. It goes through the passages by
 * their numbers and can stop anywhere: what has its vector is passed over.
 */
import type { UnembeddedStore } from "../ports/vector-ports.ts";
import { embedPassages, TEXTS_AT_ONCE, type Vectors } from "./passages.ts";

/** Passages that one look takes in. */
const ROWS = 1_000;
/** Passages that one run embeds and looks at; then another run goes on. */
const MOST_EMBEDDED = 2_000;
const MOST_LOOKS = 200;

export interface EmbedRun {
  /** Number of the passage beyond which it starts. */
  after: number;
  signal: AbortSignal;
  heartbeat(): Promise<void>;
}

/** `next` is where to go on; absent when all was looked at. Throws when the model cannot be reached. */
export async function embedMissing(
  vectors: Vectors,
  unembedded: UnembeddedStore,
  { after, signal, heartbeat }: EmbedRun,
): Promise<{ embedded: number; next?: number }> {
  const space = vectors.index.space(vectors.embedder.model);
  let embedded = 0;
  let at = after;
  for (let look = 0; look < MOST_LOOKS && embedded < MOST_EMBEDDED; look++) {
    await heartbeat();
    const { passages, last } = await unembedded.after(space, at, { rows: ROWS, limit: TEXTS_AT_ONCE });
    await embedPassages(vectors, passages, signal);
    embedded += passages.length;
    if (last === undefined) return { embedded };
    at = last;
  }
  return { embedded, next: at };
}

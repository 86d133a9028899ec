/**
 * Backfills vectors of passages that were indexed before the model was chosen, or while it was unreachable.
 * Iterates by passage number and can stop anywhere: passages that have a vector are skipped.
 */
import type { UnembeddedStore } from "../ports/vector-ports.ts";
import { embedPassages, TEXTS_AT_ONCE, type Vectors } from "./passages.ts";

/** Passages per query. */
const ROWS = 1_000;
/** Passages embedded, and queries made, per run; then another run continues. */
const MOST_EMBEDDED = 2_000;
const MOST_LOOKS = 200;

export interface EmbedRun {
  /** Passage number after which to start. */
  after: number;
  signal: AbortSignal;
  heartbeat(): Promise<void>;
}

/** `next` is where to continue; absent at the end. Throws when the model cannot be reached. */
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

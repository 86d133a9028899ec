/** Conversations by what was said in them. */
import type { ChunkStore } from "../ports/index-port.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { words } from "../text/words.ts";

const MAX_WORDS = 12;

/** All of the words must be in one message; the last may be only begun. Never throws for what is asked. */
export function saidIn(chunks: ChunkStore, owner: string, text: string): Promise<string[]> {
  const asked = text.toWellFormed();
  return chunks.saidIn(owner, {
    words: words(asked)
      .filter((word) => !isUnspaced(word))
      .slice(0, MAX_WORDS),
    tokens: extraQueryTokens(asked).slice(0, MAX_WORDS),
  });
}

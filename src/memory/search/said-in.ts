/** Finds conversations and messages by their words. */
import type { ChunkStore, SaidPlace, SaidQuery, SaidWords } from "../ports/index-port.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { words } from "../text/words.ts";
import { type Snippet, snippetOf } from "./snippet.ts";

const MAX_WORDS = 12;

/** A message with the words, as a list shows it. */
export interface FoundMessage {
  conversation_id: string;
  message_id: string;
  title: string;
  archived: boolean;
  role: string;
  speaker: string;
  agent: string;
  snippet: Snippet;
  place: SaidPlace;
}

/** All words must be in one message; the last may be a prefix. Accepts any text without throwing. */
export function saidIn(chunks: ChunkStore, owner: string, text: string): Promise<string[]> {
  return chunks.saidIn(owner, askedOf(text));
}

/** The messages with the words, newest first. */
export async function saidMessages(
  chunks: ChunkStore,
  { text, ...query }: Omit<SaidQuery, "said"> & { text: string },
): Promise<FoundMessage[]> {
  const found = await chunks.saidMessages({ ...query, said: askedOf(text) });
  return found.map(({ text: whole, ...message }) => ({ ...message, snippet: snippetOf(whole, text) }));
}

function askedOf(text: string): SaidWords {
  const asked = text.toWellFormed();
  return {
    words: words(asked)
      .filter((word) => !isUnspaced(word))
      .slice(0, MAX_WORDS),
    tokens: extraQueryTokens(asked).slice(0, MAX_WORDS),
  };
}

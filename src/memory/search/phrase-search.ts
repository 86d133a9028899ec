/** Finds conversations and messages by their words. */
import type { ChunkStore, MatchPlace, PhraseQuery, PhraseSearch } from "../ports/index-port.ts";
import { isForeignFunctionWord } from "../text/function-words.ts";
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
  place: MatchPlace;
}

/** All words must be in one message; the last may be a prefix. Accepts any text without throwing. */
export function conversationsSaying(chunks: ChunkStore, owner: string, text: string): Promise<string[]> {
  return chunks.conversationsSaying(owner, askedOf(text));
}

/** The messages with the words, newest first. */
export async function messagesSaying(
  chunks: ChunkStore,
  { text, ...query }: Omit<PhraseSearch, "query"> & { text: string },
): Promise<FoundMessage[]> {
  const found = await chunks.messagesSaying({ ...query, query: askedOf(text) });
  return found.map(({ text: whole, ...message }) => ({
    ...message,
    snippet: snippetOf(whole, text, isInflected(text)),
  }));
}

const BEYOND_ENGLISH = /[^\p{ASCII}\p{P}\p{S}]/u;

/** Whether the words have forms that the index's stems do not cover, as letters beyond English tell. */
function isInflected(query: string): boolean {
  return BEYOND_ENGLISH.test(query) || words(query).some(isForeignFunctionWord);
}

function askedOf(text: string): PhraseQuery {
  const query = text.toWellFormed();
  return {
    words: words(query)
      .filter((word) => !isUnspaced(word))
      .slice(0, MAX_WORDS),
    tokens: extraQueryTokens(query).slice(0, MAX_WORDS),
    inflected: isInflected(query),
  };
}

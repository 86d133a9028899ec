/** Entries of the memory page: a shelf page by page, or search results. */

import {
  changeMemoryItem,
  deleteMemoryItem,
  listMemoryItems,
  type MemoryKind,
  searchMemory,
} from "../../api/agents/memory.ts";
import type { ApiFailure, Result } from "../../api/http.ts";
import { t } from "../../words/t.ts";
import {
  type Entry,
  episodeEntry,
  factEntry,
  hitEntry,
  noteEntry,
  promiseEntry,
  relationEntry,
  wishEntry,
} from "./entries.ts";

type Read = Result<{ items: Entry[]; next_cursor: string | null }>;

interface Wanted {
  /** Empty: the shelf, page by page. */
  words: string;
  shelf: MemoryKind;
  history: boolean;
}

export async function readEntries({ words, ...shelf }: Wanted, cursor: string | null): Promise<Read> {
  if (words === "") return readShelf(shelf, cursor);
  const answer = await searchMemory(words);
  return answer.ok
    ? { ok: true, value: { items: answer.value.items.map(hitEntry), next_cursor: null } }
    : answer;
}

export async function changeEntry(entry: Entry, change: object): Promise<Result<unknown>> {
  return entry.shelf === undefined ? FOREIGN : changeMemoryItem(entry.shelf, entry.id, change);
}

export async function forgetEntry(entry: Entry, withSources: boolean): Promise<Result<unknown>> {
  return entry.shelf === undefined ? FOREIGN : deleteMemoryItem(entry.shelf, entry.id, { withSources });
}

const FOREIGN: ApiFailure = {
  ok: false,
  status: 0,
  error: "forbidden",
  reason: t("This comes from a conversation or file. Change it there."),
};

async function readShelf(
  { shelf: name, history }: Omit<Wanted, "words">,
  cursor: string | null,
): Promise<Read> {
  const page = { cursor, history };
  switch (name) {
    case "notes":
      return loaded(await listMemoryItems(name, page), noteEntry);
    case "wishes":
      return loaded(await listMemoryItems(name, page), wishEntry);
    case "facts":
      return loaded(await listMemoryItems(name, page), factEntry);
    case "relations":
      return loaded(await listMemoryItems(name, page), relationEntry);
    case "promises":
      return loaded(await listMemoryItems(name, page), promiseEntry);
    case "episodes":
      return loaded(await listMemoryItems(name, page), episodeEntry);
  }
}

function loaded<T>(
  answer: Result<{ items: T[]; next_cursor: string | null }>,
  entryOf: (item: T) => Entry,
): Read {
  if (!answer.ok) return answer;
  return {
    ok: true,
    value: { items: answer.value.items.map(entryOf), next_cursor: answer.value.next_cursor },
  };
}

/** State of the memory page: a shelf page by page, or search results. */

import {
  changeMemoryItem,
  deleteMemoryItem,
  listMemoryItems,
  type MemoryKind,
  searchMemory,
} from "../../api/agents/memory.ts";
import type { ApiFailure, Result } from "../../api/http.ts";
import { t } from "../../words/t.ts";
import { type Entry, episodeEntry, factEntry, hitEntry, noteEntry, promiseEntry } from "./entries.ts";

interface Loaded {
  entries: Entry[];
  next: string | null;
}

export class MemoryListView {
  entries = $state.raw<Entry[]>([]);
  next = $state<string | null>(null);
  status = $state<"loading" | "ready">("loading");
  failure = $state.raw<ApiFailure | null>(null);
  private asked = 0;
  private shown = "";
  /** Ids that were forgotten here: an answer under way may still contain them. */
  private readonly gone = new Set<string>();

  /** Marks the shown entries as outdated until the next load. */
  outdated() {
    this.status = "loading";
  }

  /** Only the answer to the latest request is shown. */
  async load(wanted: { words: string; shelf: MemoryKind; history: boolean }, cursor: string | null = null) {
    const mine = ++this.asked;
    this.outdated();
    const key = wanted.words === "" ? `${wanted.shelf} ${wanted.history}` : "search";
    // Another shelf's entries would be taken for this one's.
    if (key !== this.shown) this.entries = [];
    this.shown = key;
    const answer = wanted.words === "" ? await shelf(wanted, cursor) : await found(wanted.words);
    if (mine !== this.asked) return;
    this.status = "ready";
    this.failure = answer.ok ? null : answer;
    if (!answer.ok) return;
    const read = answer.value.entries.filter(({ id }) => !this.gone.has(id));
    this.entries = cursor === null ? read : [...this.entries, ...read];
    this.next = answer.value.next;
  }

  async change(entry: Entry, change: object): Promise<Result<unknown>> {
    return entry.shelf === undefined ? FOREIGN : changeMemoryItem(entry.shelf, entry.id, change);
  }

  /** Removes it from the page at once, and puts it back if it can't be forgotten. */
  async forget(entry: Entry): Promise<Result<unknown>> {
    if (entry.shelf === undefined) return FOREIGN;
    const before = this.entries;
    this.gone.add(entry.id);
    this.entries = before.filter(({ id }) => id !== entry.id);
    const done = await deleteMemoryItem(entry.shelf, entry.id);
    if (!done.ok) {
      this.gone.delete(entry.id);
      this.entries = before;
    }
    return done;
  }
}

const FOREIGN: ApiFailure = {
  ok: false,
  status: 0,
  error: "forbidden",
  reason: t("This belongs to its conversation or file: change it there."),
};

async function found(words: string): Promise<Result<Loaded>> {
  const answer = await searchMemory(words);
  return answer.ok ? { ok: true, value: { entries: answer.value.items.map(hitEntry), next: null } } : answer;
}

async function shelf(
  { shelf: name, history }: { shelf: MemoryKind; history: boolean },
  cursor: string | null,
): Promise<Result<Loaded>> {
  const page = { cursor, history };
  switch (name) {
    case "notes":
      return loaded(await listMemoryItems(name, page), noteEntry);
    case "facts":
      return loaded(await listMemoryItems(name, page), factEntry);
    case "promises":
      return loaded(await listMemoryItems(name, page), promiseEntry);
    case "episodes":
      return loaded(await listMemoryItems(name, page), episodeEntry);
  }
}

function loaded<T>(
  answer: Result<{ items: T[]; next_cursor: string | null }>,
  entryOf: (item: T) => Entry,
): Result<Loaded> {
  if (!answer.ok) return answer;
  return { ok: true, value: { entries: answer.value.items.map(entryOf), next: answer.value.next_cursor } };
}

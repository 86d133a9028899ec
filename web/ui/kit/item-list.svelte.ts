/** A list on a page: read from the server page by page, and changed before the server has answered. */
import type { Result } from "../../api/http.ts";
import { attempt } from "../overlays/attempt.ts";

/** Items of a list on a page: `ItemList`, or what has its fields. */
export interface Source<T> {
  /** Null as long as they are read. */
  items: readonly T[] | null;
  failure?: string;
  next?: string | null;
  load?: (cursor?: string | null) => unknown;
}

type Read<T> = (cursor: string | null) => Promise<Result<{ items: T[]; next_cursor?: string | null }>>;

export class ItemList<T> implements Source<T> {
  /** Null until it was read once. */
  items = $state.raw<readonly T[] | null>(null);
  /** Reason why it could not be read. */
  failure = $state("");
  /** Cursor of the next page; null: there is none. */
  next = $state.raw<string | null>(null);
  private asked = 0;
  private readonly read: Read<T>;

  constructor(read: Read<T>) {
    this.read = read;
  }

  /** Keeps showing the old items until the answer arrives; only the answer to the latest request is shown. */
  readonly load = async (cursor: string | null = null): Promise<void> => {
    const mine = ++this.asked;
    const answer = await this.read(cursor);
    if (mine !== this.asked) return;
    this.failure = answer.ok ? "" : answer.reason;
    if (!answer.ok) return;
    this.items = cursor === null ? answer.value.items : [...(this.items ?? []), ...answer.value.items];
    this.next = answer.value.next_cursor ?? null;
  };

  /** Shows nothing until the next answer: the items are of something else than what is read now. */
  clear(): void {
    this.items = null;
    this.next = null;
  }

  /** Does something to an item, tells how it went, and reads the list again. Returns whether it worked. */
  async after(doing: Promise<Result<unknown>>, words = ""): Promise<boolean> {
    const isDone = await attempt(doing, words);
    await this.load();
    return isDone;
  }

  /** Takes an item off the list at once, and puts it back if the server refuses. Returns whether it is gone. */
  async drop(item: T, doing: Promise<Result<unknown>>, words = ""): Promise<boolean> {
    const before = this.items;
    this.items = before?.filter((other) => other !== item) ?? null;
    const isDone = await attempt(doing, words);
    if (!isDone) this.items = before;
    return isDone;
  }
}

/** Port of the wishes and preferences that a person has for all conversations. */
import type { Scope, Wish } from "./model.ts";
import type { ItemKey, PageRequest } from "./stores.ts";

export interface WishFilter {
  scopes?: readonly Scope[];
  /** Includes those that have ended. */
  history?: boolean;
}

/** A wish that ends, and the later one it gives way to. */
export interface EndedWish {
  id: string;
  at: number;
  superseded_by?: string;
}

export interface WishStore {
  /**
   * One transaction: adds wishes and ends others. One with a known id is left as it is, and so is one that its person has
   * forgotten.
   */
  put(owner: string, wishes: readonly Wish[], ended: readonly EndedWish[]): Promise<void>;
  get(owner: string, ids: readonly string[]): Promise<Wish[]>;
  /** Newest first, by when they were said. */
  list(owner: string, filter: WishFilter, page: PageRequest): Promise<Wish[]>;
  /** Null: it holds again. */
  end(item: ItemKey, ended_at: number | null, now: number): Promise<Wish | undefined>;
}

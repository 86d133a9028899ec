/** The messages of the active branch, page by page, for people and clients. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import { noticesOn, type PageNotice } from "./page-notices.ts";

interface PagedMessage extends Message {
  /** Alternatives at this place, itself included; only when there are several. */
  siblings?: MessageId[];
}

export interface MessagePage {
  /** Oldest first. */
  items: PagedMessage[];
  next_cursor: MessageId | null;
  /** Told between turns and in those that have ended, oldest first. */
  notices: PageNotice[];
  /** No client stores it. */
  is_temporary: boolean;
}

/** The active branch, newest page first. Answers of open turns come by replay, not here. */
export function messagePage(store: Store, before: MessageId | null, limit: number): MessagePage {
  const start = before === null ? store.meta.head : parentOf(store, before);
  const is_temporary = store.meta.temporary;
  if (start === null) {
    const notices = before === null ? noticesOn(store, NOTHING) : [];
    return { items: [], next_cursor: null, notices, is_temporary };
  }
  const found = branchOf(store, start, limit);
  const open = new Set(store.turns.open().map((turn) => turn.answer_id));
  const oldest = found.at(-1);
  const items = found
    .filter((message) => !open.has(message.id))
    .map((message) => withSiblings(store, message))
    .reverse();
  const next_cursor = oldest?.parent_id && found.length === limit ? oldest.id : null;
  const notices = noticesOn(store, { items, before, isBeginning: next_cursor === null });
  return { items, next_cursor, notices, is_temporary };
}

/** The page of a conversation in which nothing was said yet. */
const NOTHING = { items: [], before: null, isBeginning: true };

function parentOf(store: Store, id: MessageId): MessageId | null {
  return store.transcript.get(id)?.parent_id ?? null;
}

function withSiblings(store: Store, message: Message): PagedMessage {
  const siblings = store.transcript.siblings(message);
  return siblings.length > 1 ? { ...message, siblings } : message;
}

/** The view of a conversation from the pages that were read. */
import type { ConversationView } from "../../src/contract/conversations.ts";
import type { MessagePage } from "../api/conversations/conversations.ts";
import { withOlder } from "./branches.ts";
import { withAsides } from "./merge.ts";
import { type Aside, emptyThread, type Thread } from "./thread.ts";

export function threadFrom(view: ConversationView, page: MessagePage): Thread {
  const { seq, title, head, summaries, visit } = view;
  const base: Thread = { ...emptyThread(), seq, title, head, summaries, visit };
  return withPage(base, page);
}

/** Notices after the view's `seq` come by the socket. */
export function withPage(thread: Thread, { items, next_cursor, notices = [] }: MessagePage): Thread {
  const told = notices
    .filter(({ seq }) => seq <= thread.seq)
    .map(({ seq, ...notice }): Aside => ({ key: `notice:${seq}`, ...notice }));
  return withAsides(withOlder(thread, items, next_cursor), told);
}

/**
 * View and page are requested side by side. A page that was read before the view lacks its head: events up to the
 * view's `seq` are not replayed, so such a page has to be read again.
 */
export function belongTogether(view: ConversationView, page: MessagePage): boolean {
  return view.head === null || page.items.some((message) => message.id === view.head);
}

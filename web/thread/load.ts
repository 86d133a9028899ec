/** The first view of a conversation. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { ConversationView } from "../../src/contract/conversations.ts";
import type { ListedMessage } from "../api/conversations/conversations.ts";
import { withOlder } from "./branches.ts";
import { emptyThread, type Thread } from "./thread.ts";

export function threadFrom(view: ConversationView, page: Page<ListedMessage>): Thread {
  const { seq, title, head, summaries, visit } = view;
  const base: Thread = { ...emptyThread(), seq, title, head, summaries, visit };
  return withOlder(base, page.items, page.next_cursor);
}

/**
 * View and page are requested side by side. A page that was read before the view lacks its head: events up to the
 * view's `seq` are not replayed, so such a page has to be read again.
 */
export function belongTogether(view: ConversationView, page: Page<ListedMessage>): boolean {
  return view.head === null || page.items.some((message) => message.id === view.head);
}

/** The record of a conversation: what was said, and with `full` what was done. */
import type { MessageId } from "../../src/domain/ids.ts";
import type { Part } from "../../src/domain/message.ts";
import type { Store } from "./store.ts";
import { type MessagePage, messagePage } from "./views.ts";

export interface HistoryQuery {
  before: string | null;
  limit: number;
  /** With tool calls, their results and reasoning. */
  full: boolean;
}

export function historyPage(store: Store, query: HistoryQuery): MessagePage {
  const page = messagePage(store, query.before as MessageId | null, query.limit);
  if (query.full) return page;
  return {
    ...page,
    items: page.items.map((message) => ({ ...message, parts: message.parts.filter(isSaid) })),
  };
}

function isSaid(part: Part): boolean {
  return part.type !== "tool_call" && part.type !== "tool_result" && part.type !== "reasoning";
}

/** Reports to the server how far the person has read, when they look at the end of a conversation. */
import { markRead } from "../../api/conversations/inbox.ts";
import { conversations } from "../list/conversation-list.svelte.ts";
import { inbox } from "./inbox.svelte.ts";

/** Number that was reported last, by conversation. */
const told = new Map<string, number>();

/** Call it when all events up to `seq` are on the page, and somebody looks at it. */
export async function sawUpTo(id: string, seq: number): Promise<void> {
  if (seq === 0 || (told.get(id) ?? 0) >= seq) return;
  told.set(id, seq);
  conversations.heard({ what: "read", id });
  inbox.drop("unread", (item) => item.id === id);
  const marked = await markRead(id, seq);
  // Reported again the next time; the failure itself matters to nobody.
  if (!marked.ok) told.delete(id);
}

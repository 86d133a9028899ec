/** How far one has read: told to the server when somebody looks at the end of what is there. */
import { markRead } from "../../api/conversations/inbox.ts";
import { conversations } from "../list/conversation-list.svelte.ts";
import { inbox } from "./inbox.svelte.ts";

/** By conversation, what was told last. */
const told = new Map<string, number>();

/** Everything up to the event of that number is on the page, and somebody is there. */
export async function sawUpTo(id: string, seq: number): Promise<void> {
  if (seq === 0 || (told.get(id) ?? 0) >= seq) return;
  told.set(id, seq);
  conversations.heard({ what: "read", id });
  inbox.drop("unread", (item) => item.id === id);
  const marked = await markRead(id, seq);
  // Told again the next time; a failure to say so is nobody's concern.
  if (!marked.ok) told.delete(id);
}

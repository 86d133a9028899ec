/** Cache of the latest conversations, which stay open so that going back to one is instant. */

import { router } from "./browser/router.svelte.ts";
import { chatPath } from "./browser/routes.ts";
import { Chat } from "./conversation/chat.svelte.ts";
import { conversations } from "./list/conversation-list.svelte.ts";

const KEPT = 4;

/** Newest last. */
let open: Chat[] = [];

/** The open conversation with that id, or a new one; null stands for a conversation that does not exist yet. */
export function openChat(id: string | null): Chat {
  const known = open.find((chat) => chat.session.id === id);
  const chat = known && id !== null ? known : makeChat(id);
  open = [...open.filter((other) => other !== chat), chat];
  for (const old of open.slice(0, -KEPT)) old.close();
  open = open.slice(-KEPT);
  return chat;
}

/** Closes the chat of a deleted conversation. */
export function closeChat(id: string): void {
  for (const chat of open.filter((candidate) => candidate.session.id === id)) chat.close();
  open = open.filter((chat) => chat.session.id !== id);
}

/** Call it when the network is back, or the page is visible again. */
function nudgeChats(): void {
  for (const chat of open) chat.session.nudge();
}

function makeChat(id: string | null): Chat {
  const chat: Chat = new Chat(id, {
    created(made) {
      // Somebody who has gone elsewhere meanwhile stays there.
      if (router.route.page === "chat" && router.route.id === null && open.at(-1) === chat)
        router.rename(chatPath(made));
    },
    listChanged: (change) => conversations.heard(change),
  });
  return chat;
}

window.addEventListener("online", nudgeChats);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) nudgeChats();
});

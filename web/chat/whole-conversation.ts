/** Actions on a whole conversation. Each reports its own failure. */

import {
  compactConversation,
  deleteMessage,
  forkConversation,
  undoCompaction,
} from "../api/conversations/conversations.ts";
import type { ApiFailure } from "../api/http.ts";
import { router } from "../session/browser/router.svelte.ts";
import { chatPath } from "../session/browser/routes.ts";
import type { Chat } from "../session/conversation/chat.svelte.ts";
import { conversations } from "../session/list/conversation-list.svelte.ts";
import { tell } from "../ui/overlays/toasts.svelte.ts";
import { t } from "../words/t.ts";

/** Messages per page when all are wanted. */
const MANY = 200;

/** Opens a new conversation with a copy of this one up to the message. */
export async function forkFrom(chat: Chat, message_id: string): Promise<void> {
  const { id } = chat.session;
  if (id === null) return;
  const made = await forkConversation(id, message_id);
  if (!made.ok) return tell(made.reason, { level: "error" });
  conversations.heard({ what: "moved", id: made.value.id });
  // Somebody who has gone elsewhere meanwhile stays there.
  const { route } = router;
  const isStillHere = route.page === "chat" && route.id === id;
  if (isStillHere) router.go(chatPath(made.value.id));
  const back = { label: t("Go back"), run: () => router.go(chatPath(id)) };
  const there = { label: t("Open"), run: () => router.go(chatPath(made.value.id)) };
  tell(t("Copied into a new conversation. The original is unchanged."), {
    action: isStillHere ? back : there,
  });
}

/** Prints everything from the beginning, including messages that were not loaded yet. */
export async function printWhole(chat: Chat, drawAll: () => Promise<void>): Promise<void> {
  while (await chat.session.loadOlder(MANY));
  chat.catchUp();
  await drawAll();
  window.print();
}

/** Deletes the message for good. Returns whether it worked. */
export async function takeBack(chat: Chat, message_id: string): Promise<boolean> {
  const { id } = chat.session;
  return id !== null && told(chat, deleteMessage(id, message_id));
}

/** Resolves when the summary is stored, or when it is clear why there is none. */
export async function summarise(chat: Chat): Promise<void> {
  const { id } = chat.session;
  if (id !== null) await told(chat, compactConversation(id));
}

export async function takeSummaryBack(chat: Chat): Promise<void> {
  const { id } = chat.session;
  if (id !== null) await told(chat, undoCompaction(id));
}

/** An open socket brings the change to every tab. */
async function told({ session }: Chat, doing: Promise<{ ok: true } | ApiFailure>): Promise<boolean> {
  const done = await doing;
  if (!done.ok) tell(done.reason, { level: "error" });
  else if (session.linkState.status !== "live") await session.open();
  return done.ok;
}

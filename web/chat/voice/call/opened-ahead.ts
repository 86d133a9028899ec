/**
 * Conversation of a call that begins in none. It is created with the call's screen, so that the first words find it warm and its socket
 * open, and dropped again if nothing is said in it.
 */
import { tick } from "svelte";
import { deleteConversation } from "../../../api/conversations/conversations.ts";
import { readDraft, writeDraft } from "../../../session/browser/drafts.ts";
import { nextAgent } from "../../../session/browser/next-agent.svelte.ts";
import { nextMode } from "../../../session/browser/next-mode.svelte.ts";
import { nextTemporary } from "../../../session/browser/next-temporary.svelte.ts";
import { router } from "../../../session/browser/router.svelte.ts";
import type { Chat } from "../../../session/conversation/chat.svelte.ts";
import { closeChat } from "../../../session/open-chats.ts";

export class OpenedAhead {
  private readonly chat: Pick<Chat, "session">;
  /** Resolves with its id; null: it could not be created, and the first words will. */
  private opening: Promise<string | null> | null = null;

  constructor(chat: Pick<Chat, "session">) {
    this.chat = chat;
  }

  /** Does nothing where there is a conversation. `knownAgent`: the chosen agent; empty: the default one. */
  open(knownAgent: string): void {
    const { session } = this.chat;
    if (session.id !== null) return;
    session.isTemporary = nextTemporary.isOn;
    session.mode = nextMode.name;
    this.opening = session.create(knownAgent, true).then(() => session.id);
  }

  /** Something is said in it: it stays, and the choices that it was created by are used up. */
  use(): void {
    if (this.opening === null) return;
    this.opening = null;
    nextAgent.slug = "";
    nextMode.name = "";
    nextTemporary.isOn = false;
  }

  /** Deletes it if nothing was said; the page is that of a new conversation again, as it was. */
  async drop(): Promise<void> {
    const id = await this.opening;
    // Words may have come meanwhile.
    if (id === null || this.opening === null) return;
    this.opening = null;
    const isTemporary = nextTemporary.isOn;
    const draft = readDraft(id);
    if (draft !== "") writeDraft(null, draft);
    writeDraft(id, "");
    const { route } = router;
    if (route.page === "chat" && route.id === id) router.rename("/");
    closeChat(id);
    await tick();
    nextTemporary.isOn = isTemporary;
    await deleteConversation(id);
  }
}

/** Searches conversations and messages: known matches at once, the server's when they arrive. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import {
  type FoundMessage,
  listConversations,
  searchMessages,
} from "../../api/conversations/conversations.ts";
import { conversations } from "../../session/list/conversation-list.svelte.ts";

const SHOWN = 6;
const SHOWN_MESSAGES = 8;
const PAUSE_MS = 120;

export class PaletteSearch {
  conversations = $state.raw<readonly ConversationSummary[]>(conversations.items.slice(0, SHOWN));
  messages = $state.raw<readonly FoundMessage[]>([]);
  isAsking = $state(false);
  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  ask(words: string): void {
    const mine = ++this.asked;
    clearTimeout(this.pause);
    const isEmpty = words === "";
    this.conversations = (isEmpty ? conversations.items : conversations.matches(words)).slice(0, SHOWN);
    if (isEmpty) this.messages = [];
    this.isAsking = !isEmpty;
    if (!isEmpty) this.pause = setTimeout(() => void this.read(words, mine), PAUSE_MS);
  }

  private async read(words: string, mine: number): Promise<void> {
    const [titled, said] = await Promise.all([
      listConversations({ q: words, limit: SHOWN }),
      searchMessages(words, SHOWN_MESSAGES),
    ]);
    if (mine !== this.asked) return;
    this.isAsking = false;
    if (titled.ok) this.conversations = this.united(titled.value.items);
    this.messages = said.ok ? said.value.items : [];
  }

  private united(more: readonly ConversationSummary[]): readonly ConversationSummary[] {
    const known = new Set(this.conversations.map(({ id }) => id));
    return [...this.conversations, ...more.filter(({ id }) => !known.has(id))].slice(0, SHOWN);
  }
}

/** Actions of a conversation's page on the conversation that it shows. Each tells the person about its own failure. */
import type { ConversationPage } from "../actions/ports.ts";
import type { ApiFailure } from "../api/http.ts";
import type { Chat } from "../session/conversation/chat.svelte.ts";
import { tell } from "../ui/overlays/toasts.svelte.ts";

interface ShownChat {
  chat(): Chat;
  /** Draws every message that is loaded. */
  drawAll(): Promise<void>;
}

export interface ChatActions extends ConversationPage {
  /** Whether a summary of the shown conversation is being written. */
  readonly isSummarising: boolean;
  fork(message_id: string): void;
  takeSummaryBack(): Promise<void>;
  /** Deletes the message. Returns whether it worked. */
  takeBack(message_id: string): Promise<boolean>;
}

/** Tells the person why it failed, if it did. */
export async function report(doing: Promise<ApiFailure | undefined>): Promise<void> {
  const failure = await doing;
  if (failure) tell(failure.reason, { level: "error" });
}

/** Rare actions on a conversation are loaded on demand. */
const whole = () => import("./whole-conversation.ts");

export function chatActions({ chat, drawAll }: ShownChat): ChatActions {
  let summarising = $state.raw<readonly Chat[]>([]);

  /** May take as long as a model does; several conversations may do it at once. */
  async function startSummary() {
    const asked = chat();
    if (summarising.includes(asked)) return;
    summarising = [...summarising, asked];
    await (await whole()).summarise(asked);
    summarising = summarising.filter((other) => other !== asked);
  }

  return {
    get isWorking() {
      const { turn } = chat().view;
      return turn !== null && turn.answer === null;
    },
    get isCovered() {
      return document.querySelector("dialog[open], [popover]:popover-open") !== null;
    },
    get isSummarised() {
      return chat().view.isSummarised;
    },
    get isSummarising() {
      return summarising.includes(chat());
    },
    stop: () => void report(chat().session.halt()),
    summarise: () => void startSummary(),
    takeSummaryBack: () => whole().then((it) => it.takeSummaryBack(chat())),
    print: () => void whole().then((it) => it.printWhole(chat(), drawAll)),
    fork: (message_id) => void whole().then((it) => it.forkFrom(chat(), message_id)),
    takeBack: (message_id) => whole().then((it) => it.takeBack(chat(), message_id)),
  };
}

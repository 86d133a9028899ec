/** An action that waits for its conversation's page to be shown. */
import type { ConversationPage } from "./ports.ts";

type Act = (page: ConversationPage) => void;

let next = $state.raw<{ id: string; act: Act } | null>(null);

export const pageActs = {
  /** Keeps the act until the page is there. A later act replaces it. */
  wait(id: string, act: Act): void {
    next = { id, act };
  },
  /** Runs the one that waits for this page. */
  run(id: string | null, page: ConversationPage): void {
    const { act } = next?.id === id && next ? next : { act: null };
    if (act === null) return;
    next = null;
    act(page);
  },
};

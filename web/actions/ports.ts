/** The app as actions see it, so that they run without a browser in tests. */
import type { ConversationChange } from "../api/conversations/conversations.ts";
import type { Result } from "../api/http.ts";

/** The page of a conversation, for what it alone can do. */
export interface ConversationPage {
  readonly isWorking: boolean;
  /** True while a dialog or menu is open above the page. */
  readonly isCovered: boolean;
  readonly isSummarised: boolean;
  stop(): void;
  summarise(): void;
  takeSummaryBack(): void;
  print(): void;
}

export interface App {
  readonly router: { go(path: string): void };
  readonly conversations: {
    change(id: string, change: ConversationChange): Promise<void>;
    unarchive(id: string): Promise<void>;
    refresh(): Promise<void>;
  };
  readonly selection: { begin(): void; toggle(id: string): void };
  readonly appearance: { theme: "system" | "light" | "dark"; readonly isDark: boolean };
  readonly signedIn: { leave(): Promise<Result<unknown>> };
  /** Shows the conversation, and acts on its page once it is loaded. */
  onPage(id: string, act: (page: ConversationPage) => void): void;
  /** Forgets a conversation that was kept open. */
  closeChat(id: string): void;
  /** False when the browser refused, which people are told. */
  copy(text: string): Promise<boolean>;
  /** Downloads a file: the page itself stays. */
  download(address: string): void;
  tell(
    text: string,
    options?: { level?: "info" | "error"; action?: { label: string; run(): void } | null },
  ): void;
}

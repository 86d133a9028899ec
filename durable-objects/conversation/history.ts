/** The messages a turn's model sees. Kept in memory between turns; read page by page when it is not. */
import { estimateTokens, windowStart } from "../../src/agent/window.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Message } from "../../src/domain/message.ts";
import { branchOf } from "./branch.ts";
import type { Store } from "./store.ts";

const PAGE = 200;

export class History {
  private readonly store: Store;
  /** Oldest first. */
  private messages: Message[] = [];

  constructor(store: Store) {
    this.store = store;
  }

  /** Up to and with `leaf`, newest last, within the window and at most `limit` tokens. */
  load(leaf: MessageId, limit: number): { messages: Message[]; isCut: boolean } {
    const cached = this.extended(leaf);
    this.messages = cached ?? this.read(leaf, limit);
    const total = this.messages.reduce((sum, message) => sum + estimateTokens(message), 0);
    if (total <= limit) return { messages: this.messages, isCut: false };
    this.messages = this.messages.slice(windowStart(this.messages, limit));
    this.store.meta.window_start = this.messages[0]?.id ?? null;
    return { messages: this.messages, isCut: true };
  }

  /** An answer that is final now. An earlier state of it, if that is what is held here, is let go. */
  append(message: Message): void {
    if (this.messages.at(-1)?.id === message.parent_id) this.messages.push(message);
    else this.forget();
  }

  forget(): void {
    this.messages = [];
  }

  private extended(leaf: MessageId): Message[] | undefined {
    const last = this.messages.at(-1);
    if (!last) return undefined;
    if (last.id === leaf) return this.messages;
    const next = this.store.transcript.get(leaf);
    return next?.parent_id === last.id ? [...this.messages, next] : undefined;
  }

  private read(leaf: MessageId, limit: number): Message[] {
    const found: Message[] = [];
    const { window_start } = this.store.meta;
    let tokens = 0;
    for (let next: MessageId | null = leaf; next; ) {
      const page = branchOf(this.store, next, PAGE);
      for (const message of page) {
        found.push(message);
        tokens += estimateTokens(message);
        if (message.id === window_start || tokens > limit * 2) return found.reverse();
      }
      next = page.length === PAGE ? (page.at(-1)?.parent_id ?? null) : null;
    }
    return found.reverse();
  }
}

/** The messages in a turn's context. Cached between turns; read page by page otherwise. */
import { estimateTokens, windowStart } from "../../../src/agent/compact/window.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";

const PAGE = 200;

export interface LoadedHistory {
  /** Oldest first. */
  messages: Message[];
  /** The summary that replaces all messages before them. */
  base: Compaction | null;
  /** Estimated tokens of the messages. */
  tokens: number;
}

const NONE: LoadedHistory = { messages: [], base: null, tokens: 0 };

export class History {
  private readonly store: Store;
  held: LoadedHistory = NONE;

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Loads up to and including `leaf`, back to the nearest summary. Reads no more than about `most` tokens.
   */
  load(leaf: MessageId, most: number): LoadedHistory {
    this.held = this.extended(leaf) ?? this.read(leaf, most);
    return this.held;
  }

  /** Last resort: drops the oldest messages from the context without a summary. `limit` in tokens. */
  cut(limit: number): LoadedHistory {
    const { messages, base } = this.held;
    const start = windowStart(messages, limit);
    const rest = messages.slice(start > 0 ? start : newestQuestion(messages));
    this.store.meta.window_start = rest[0]?.id ?? null;
    this.held = { messages: rest, base, tokens: tokensOf(rest) };
    return this.held;
  }

  /**
   * Adds the answer of the turn that `load` served. When the cache holds the turn's partial answer, all is
   * read anew.
   */
  append(message: Message): void {
    const { messages, base, tokens } = this.held;
    if (messages.some(({ id }) => id === message.id)) this.held = NONE;
    else if (messages.at(-1)?.id === message.parent_id)
      this.held = { messages: [...messages, message], base, tokens: tokens + estimateTokens(message) };
  }

  forget(): void {
    this.held = NONE;
  }

  private extended(leaf: MessageId): LoadedHistory | undefined {
    const { messages, base, tokens } = this.held;
    const last = messages.at(-1);
    if (!last) return undefined;
    if (last.id === leaf) return this.held;
    const next = this.store.transcript.get(leaf);
    if (next?.parent_id !== last.id) return undefined;
    return { messages: [...messages, next], base, tokens: tokens + estimateTokens(next) };
  }

  private read(leaf: MessageId, most: number): LoadedHistory {
    const standing = this.store.compactions.standing();
    const { window_start } = this.store.meta;
    const found: Message[] = [];
    let tokens = 0;
    const loaded = (base: Compaction | null) => ({ messages: found.reverse(), base, tokens });
    for (let next: MessageId | null = leaf; next; ) {
      const page = branchOf(this.store, next, PAGE);
      for (const message of page) {
        const base = standing.get(message.id);
        if (base && message.id !== leaf) return loaded(base);
        found.push(message);
        tokens += estimateTokens(message);
        if (message.id === window_start || tokens > most) return loaded(null);
      }
      next = page.length === PAGE ? (page.at(-1)?.parent_id ?? null) : null;
    }
    return loaded(null);
  }
}

function newestQuestion(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex(({ role }) => role !== "assistant"),
  );
}

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}

/** The messages a turn's model sees. Kept in memory between turns; read page by page when it is not. */
import { estimateTokens, windowStart } from "../../../src/agent/compact/window.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";

const PAGE = 200;

export interface Loaded {
  /** Oldest first. */
  messages: Message[];
  /** What stands for all before them. */
  base: Compaction | null;
  /** Estimated, of the messages. */
  tokens: number;
}

const NONE: Loaded = { messages: [], base: null, tokens: 0 };

export class History {
  private readonly store: Store;
  held: Loaded = NONE;

  constructor(store: Store) {
    this.store = store;
  }

  /** Up to and with `leaf`, back to where a summary stands for the rest. Reads no more than about `most` tokens. */
  load(leaf: MessageId, most: number): Loaded {
    this.held = this.extended(leaf) ?? this.read(leaf, most);
    return this.held;
  }

  /** The last resort: the oldest go out of sight without a summary. `limit` in tokens. */
  cut(limit: number): Loaded {
    const { messages, base } = this.held;
    const start = windowStart(messages, limit);
    const rest = messages.slice(start > 0 ? start : newestQuestion(messages));
    this.store.meta.window_start = rest[0]?.id ?? null;
    this.held = { messages: rest, base, tokens: tokensOf(rest) };
    return this.held;
  }

  /** The answer of the turn that `load` served. Where what it had said before it waited is held, all is read anew. */
  append(message: Message): void {
    const { messages, base, tokens } = this.held;
    if (messages.some(({ id }) => id === message.id)) this.held = NONE;
    else if (messages.at(-1)?.id === message.parent_id)
      this.held = { messages: [...messages, message], base, tokens: tokens + estimateTokens(message) };
  }

  forget(): void {
    this.held = NONE;
  }

  private extended(leaf: MessageId): Loaded | undefined {
    const { messages, base, tokens } = this.held;
    const last = messages.at(-1);
    if (!last) return undefined;
    if (last.id === leaf) return this.held;
    const next = this.store.transcript.get(leaf);
    if (next?.parent_id !== last.id) return undefined;
    return { messages: [...messages, next], base, tokens: tokens + estimateTokens(next) };
  }

  private read(leaf: MessageId, most: number): Loaded {
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

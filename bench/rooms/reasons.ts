/** What is written to the cache, by the part of the prompt, and for whom: where the money of a room goes. */
import { type CountedInput, type PromptBlock, tokensIn } from "./prompt-cache.ts";

/** After this a prompt of five minutes is gone. */
const GONE_MS = 5 * 60_000;

export type Part = "who it is" | "earlier visits" | "the visit";
export type Coming = "first" | "after more than five minutes" | "again";

export interface Asked {
  /** The first line of the prompt. */
  agent: string;
  /** Number of its blocks that are the system's. */
  system: number;
  blocks: readonly PromptBlock[];
}

export class Reasons {
  /** Tokens, by part and by how the agent comes. */
  readonly written = new Map<string, number>();
  readonly calls = new Map<Coming, number>();
  /** In which is spoken. */
  visit = "";
  /** When last, by visit and agent. */
  private readonly called = new Map<string, number>();

  beginsAnew(): void {
    for (const kept of [this.written, this.calls, this.called]) kept.clear();
  }

  /** `now` in ms. */
  note({ agent, system, blocks }: Asked, counted: CountedInput, now: number): void {
    const coming = this.comingOf(agent, now);
    this.calls.set(coming, (this.calls.get(coming) ?? 0) + 1);
    const { cache_read, cache_write, cache_write_1h } = counted;
    const end = cache_read + cache_write + cache_write_1h;
    let at = 0;
    for (const [index, { text }] of blocks.entries()) {
      const next = at + tokensIn(text);
      const tokens = Math.max(0, Math.min(next, end) - Math.max(at, cache_read));
      const key = `${partOf(index, system)}, ${coming}`;
      if (tokens > 0) this.written.set(key, (this.written.get(key) ?? 0) + tokens);
      at = next;
    }
  }

  private comingOf(agent: string, now: number): Coming {
    const key = `${this.visit} ${agent}`;
    const before = this.called.get(key);
    this.called.set(key, now);
    if (before === undefined) return "first";
    return now - before >= GONE_MS ? "after more than five minutes" : "again";
  }
}

function partOf(index: number, system: number): Part {
  if (index >= system) return "the visit";
  return index === 0 ? "who it is" : "earlier visits";
}

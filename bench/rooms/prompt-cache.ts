/** A provider's prompt cache as Anthropic describes it: prefixes that end at a breakpoint, kept for five minutes. */
import { createHash } from "node:crypto";

/** Of a prompt, in its order. */
export interface PromptBlock {
  text: string;
  /** A breakpoint ends with it. */
  ends: boolean;
}

export interface CountedInput {
  input: number;
  cache_read: number;
  cache_write: number;
}

const LIFETIME_MS = 5 * 60_000;
/** Shorter prefixes are not kept. */
const LEAST_TOKENS = 1_024;
/** Blocks before a breakpoint in which an earlier prefix is looked for. */
const LOOK_BACK = 20;

export class PromptCache {
  /** Until when, in ms, by the prefix. */
  private readonly kept = new Map<string, number>();

  /** `now` in ms. */
  count(model: string, blocks: readonly PromptBlock[], now: number): CountedInput {
    const prefixes = prefixesOf(model, blocks);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const ends = prefixes.filter(({ ends: is, tokens }) => is && tokens >= LEAST_TOKENS);
    const last = ends.at(-1);
    if (!last) return { input: total, cache_read: 0, cache_write: 0 };
    const known = ends
      .flatMap(({ at }) => prefixes.slice(Math.max(0, at - LOOK_BACK), at + 1))
      .filter(({ key }) => (this.kept.get(key) ?? 0) > now);
    const cache_read = Math.max(0, ...known.map(({ tokens }) => tokens));
    for (const { key } of [...ends, ...known]) this.kept.set(key, now + LIFETIME_MS);
    return { input: total - last.tokens, cache_read, cache_write: Math.max(0, last.tokens - cache_read) };
  }
}

/** Four characters are a token: the ratio of two costs does not depend on it. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

function prefixesOf(model: string, blocks: readonly PromptBlock[]) {
  let key = model;
  let tokens = 0;
  return blocks.map(({ text, ends }, at) => {
    key = createHash("sha256").update(`${key}\n${text}`).digest("hex");
    tokens += tokensIn(text);
    return { at, key, tokens, ends };
  });
}

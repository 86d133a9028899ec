/** A provider's prompt cache as Anthropic describes it: prefixes that end at a breakpoint, kept for five minutes or an hour. */
import { createHash } from "node:crypto";

/** Blocks of a prompt, in its order. */
export interface PromptBlock {
  text: string;
  /** A breakpoint ends with it, and keeps the prefix for so long. */
  ends: Lifetime | undefined;
}

export type Lifetime = "5m" | "1h";

export interface CountedInput {
  input: number;
  cache_read: number;
  /** For five minutes, */
  cache_write: number;
  /** and for an hour. */
  cache_write_1h: number;
}

const LIFETIMES_MS = { "5m": 5 * 60_000, "1h": 60 * 60_000 } as const;
/** Shorter prefixes are not kept: so it is with the models of version 5.5 that the bench asks. */
const LEAST_TOKENS = 512;
/** Blocks before a breakpoint in which an earlier prefix is looked for. */
const LOOK_BACK = 20;

interface Kept {
  /** ms; until when. */
  until: number;
  lifetime: Lifetime;
}

export class PromptCache {
  /** Entries by their prefix. */
  private readonly kept = new Map<string, Kept>();

  /** `now` in ms. To read a prefix keeps it for as long again. */
  count(model: string, blocks: readonly PromptBlock[], now: number): CountedInput {
    const prefixes = prefixesOf(model, blocks);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const ends = prefixes.flatMap(({ ends, ...rest }) =>
      ends && rest.tokens >= LEAST_TOKENS ? [{ ...rest, lifetime: ends }] : [],
    );
    const known = ends
      .flatMap(({ at }) => prefixes.slice(Math.max(0, at - LOOK_BACK), at + 1))
      .filter(({ key }) => (this.kept.get(key)?.until ?? 0) > now);
    const read = Math.max(0, ...known.map(({ tokens }) => tokens));
    for (const { key } of known) this.keep(key, this.kept.get(key)?.lifetime ?? "5m", now);
    for (const { key, lifetime, tokens } of ends) if (tokens > read) this.keep(key, lifetime, now);
    const last = ends.at(-1)?.tokens ?? 0;
    const long = ends.findLast(({ lifetime }) => lifetime === "1h")?.tokens ?? 0;
    return {
      input: total - Math.max(last, read),
      cache_read: read,
      cache_write: Math.max(0, last - Math.max(long, read)),
      cache_write_1h: Math.max(0, long - read),
    };
  }

  private keep(key: string, lifetime: Lifetime, now: number): void {
    this.kept.set(key, { until: now + LIFETIMES_MS[lifetime], lifetime });
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

/**
 * Cache breakpoints over chat completions. Most providers cache a prefix by themselves; a router needs a mark at the
 * end of each tier, which it passes on to Anthropic's models.
 */
import type OpenAI from "openai";
import type { SystemBlock } from "../../agent/ports/model.ts";
import type { CacheLifetime, ProviderCall } from "../provider.ts";

type Message = OpenAI.ChatCompletionMessageParam;

interface Mark {
  cache_control: { type: "ephemeral"; ttl?: CacheLifetime };
}

interface MarkedText extends Partial<Mark> {
  type: "text";
  text: string;
}

const KEPT_LONG: Mark = { cache_control: { type: "ephemeral", ttl: "1h" } };

/** Undefined for models that take no marks. */
export function markFor({ provider, model, cache_lifetime }: ProviderCall): Mark | undefined {
  const takesMarks = provider.cache_breakpoints.some((prefix) => model.wire_id.startsWith(prefix));
  if (!takesMarks) return undefined;
  return { cache_control: { type: "ephemeral", ...(cache_lifetime !== "5m" && { ttl: cache_lifetime }) } };
}

export function markedSystem(blocks: readonly SystemBlock[], mark: Mark): MarkedText[] {
  return blocks.map(({ tier, text, keep }, index) => ({
    type: "text",
    text,
    ...(blocks[index + 1]?.tier !== tier && (keep ? KEPT_LONG : mark)),
  }));
}

/** The message with a mark at its end; unchanged when it has no text. */
export function markedMessage(message: Message, mark: Mark): Message {
  const { content } = message;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const last = parts?.at(-1);
  if (!parts || !last || last.type !== "text") return message;
  return { ...message, content: [...parts.slice(0, -1), { ...last, ...mark }] } as Message;
}

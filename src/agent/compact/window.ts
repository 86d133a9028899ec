/** How much of the history fits the model. Lengths are estimated: about four bytes a token. */
import type { Message, Part } from "../../domain/message.ts";
import type { ToolSpec } from "../ports/model.ts";

const BYTES_A_TOKEN = 4;
const TOKENS_AN_IMAGE = 1_500;
const TOKENS_A_MESSAGE = 8;
const TOKENS_A_CALL = 12;
const TOKENS_A_TOOL = 12;

/** Four bytes, not characters: scripts beyond Latin take more tokens a character, and more bytes as well. */
export function textTokens(text: string): number {
  return Math.ceil(byteLength(text) / BYTES_A_TOKEN);
}

/** Of lists of tools, which seldom change, and are the greater part of a short request. */
const known = new WeakMap<readonly ToolSpec[], number>();

/** What the descriptions and schemas of tools take of a request. */
export function toolTokens(tools: readonly ToolSpec[]): number {
  const tokens = known.get(tools) ?? tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
  known.set(tools, tokens);
  return tokens;
}

function tokensOf({ name, description, input }: ToolSpec): number {
  return TOKENS_A_TOOL + textTokens(name) + textTokens(description) + textTokens(JSON.stringify(input));
}

export function estimateTokens(message: Message): number {
  return TOKENS_A_MESSAGE + message.parts.reduce((sum, part) => sum + partTokens(part), 0);
}

function partTokens(part: Part): number {
  switch (part.type) {
    case "text":
    case "reasoning":
      return textTokens(part.text);
    case "tool_call":
      return TOKENS_A_CALL + textTokens(JSON.stringify(part.input ?? null));
    case "tool_result":
      return TOKENS_A_CALL + textTokens(part.content);
    case "image":
    case "audio":
    case "file":
      return TOKENS_AN_IMAGE;
    case "citation":
    case "error":
      return 0;
  }
}

/** UTF-8, without making the bytes. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && !isSurrogate(unit) ? 2 : 1;
  }
  return bytes;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/**
 * Where the window begins so that what follows takes at most half of `limit`: moved seldom and far, so that
 * the prefix stays the same over many turns. `messages` are newest last; the last two always stay.
 */
export function windowStart(messages: readonly Message[], limit: number): number {
  let tokens = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message) continue;
    tokens += estimateTokens(message);
    const isQuestion = message.role !== "assistant";
    if (tokens > limit / 2 && index < messages.length - 2)
      return nextQuestion(messages, isQuestion ? index : index + 1);
  }
  return 0;
}

/** A window starts with what a person said, never in the middle of an answer. */
function nextQuestion(messages: readonly Message[], from: number): number {
  const index = messages.findIndex((message, at) => at >= from && message.role !== "assistant");
  return index === -1 ? Math.max(0, messages.length - 1) : index;
}

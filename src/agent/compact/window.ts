/** Token estimates, and the part of the history that fits the model. About four bytes a token. */
import type { Message, Part } from "../../domain/message.ts";
import type { ToolSpec } from "../ports/model.ts";

const BYTES_A_TOKEN = 4;
const TOKENS_AN_IMAGE = 1_500;
const TOKENS_A_MESSAGE = 8;
const TOKENS_A_CALL = 12;
const TOKENS_A_TOOL = 12;

/**
 * Counts bytes, not characters: scripts beyond Latin take more tokens per character, and more bytes as well.
 */
export function textTokens(text: string): number {
  return Math.ceil(byteLength(text) / BYTES_A_TOKEN);
}

/** Estimates per list of tools: lists seldom change, and are the greater part of a short request. */
const known = new WeakMap<readonly ToolSpec[], number>();

/** Tokens of the tools' descriptions and schemas in a request. */
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

/** Tokens of so many attached files: each counts the same, whatever is in it. */
export function tokensOfFiles(count: number): number {
  return count * TOKENS_AN_IMAGE;
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

/** UTF-8 length, without encoding. */
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
 * Index of the first message in the window, so that the rest takes at most half of `limit`. It moves seldom
 * and far, so that the prefix stays the same over many turns. `messages` are newest last; the last two always
 * stay.
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

/** A window starts with a person's message, never in the middle of an answer. */
function nextQuestion(messages: readonly Message[], from: number): number {
  const index = messages.findIndex((message, at) => at >= from && message.role !== "assistant");
  return index === -1 ? Math.max(0, messages.length - 1) : index;
}

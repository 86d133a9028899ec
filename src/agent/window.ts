/** How much of the history fits the model. Lengths are estimated: about four characters a token. */
import type { Message, Part } from "../domain/message.ts";

const CHARACTERS_A_TOKEN = 4;
const TOKENS_AN_IMAGE = 1_500;

export function estimateTokens(message: Message): number {
  return 8 + message.parts.reduce((sum, part) => sum + partTokens(part), 0);
}

function partTokens(part: Part): number {
  switch (part.type) {
    case "text":
    case "reasoning":
      return Math.ceil(part.text.length / CHARACTERS_A_TOKEN);
    case "tool_call":
      return 12 + Math.ceil(JSON.stringify(part.input ?? null).length / CHARACTERS_A_TOKEN);
    case "tool_result":
      return 12 + Math.ceil(part.content.length / CHARACTERS_A_TOKEN);
    case "image":
    case "audio":
    case "file":
      return TOKENS_AN_IMAGE;
    case "citation":
    case "error":
      return 0;
  }
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

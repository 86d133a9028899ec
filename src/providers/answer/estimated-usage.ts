/** Usage of a call whose provider did not report it. Unknown is not zero: budgets hold by this. */
import { textTokens, toolTokens } from "../../agent/compact/window.ts";
import type { ModelMessage, ModelRequest } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { ProviderDelta } from "../provider.ts";

const TOKENS_OF_MEDIA = 1_500;
const TOKENS_A_MESSAGE = 8;

/** Counts an answer as it comes. */
export class AnswerCount {
  private characters = 0;
  private tokens = 0;

  take(event: ProviderDelta): void {
    if (event.type === "text" || event.type === "reasoning") this.characters += event.delta.length;
    if (event.type === "tool_call") this.tokens += textTokens(`${event.name}${JSON.stringify(event.input)}`);
    if (event.type === "file") this.tokens += TOKENS_OF_MEDIA;
  }

  get output_tokens(): number {
    return this.tokens + Math.ceil(this.characters / 4);
  }
}

/** The usage with estimates for what is missing; undefined when it says all. */
export function completedUsage(
  usage: Usage,
  request: ModelRequest,
  output_tokens: number,
): Usage | undefined {
  const { input_tokens, cache_read_tokens, cache_write_tokens } = usage;
  const hasInput = input_tokens + cache_read_tokens + cache_write_tokens > 0;
  const hasOutput = usage.output_tokens > 0 || output_tokens === 0;
  if (hasInput && hasOutput) return undefined;
  return {
    ...usage,
    input_tokens: hasInput ? input_tokens : requestTokens(request),
    output_tokens: usage.output_tokens > 0 ? usage.output_tokens : output_tokens,
  };
}

function requestTokens({ system, messages, tools }: ModelRequest): number {
  const standing = system.reduce((sum, { text }) => sum + textTokens(text), toolTokens(tools));
  return messages.reduce((sum, message) => sum + messageTokens(message), standing);
}

function messageTokens({ content }: ModelMessage): number {
  return content.reduce((sum, block) => sum + blockTokens(block), TOKENS_A_MESSAGE);
}

function blockTokens(block: ModelMessage["content"][number]): number {
  switch (block.type) {
    case "text":
    case "reasoning":
      return textTokens(block.text);
    case "tool_call":
      return textTokens(JSON.stringify(block.input) ?? "");
    case "tool_result":
      return textTokens(block.content) + (block.media?.length ?? 0) * TOKENS_OF_MEDIA;
    default:
      return TOKENS_OF_MEDIA;
  }
}

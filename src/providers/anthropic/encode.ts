/** Encodes a neutral request for Anthropic's Messages API. */

import type Anthropic from "@anthropic-ai/sdk";
import type {
  AssistantBlock,
  ModelMessage,
  ModelRequest,
  SystemBlock,
  ToolResultBlock,
  ToolSpec,
  UserBlock,
} from "../../agent/ports/model.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { textAsWritten } from "../answer/written-thinking.ts";
import type { ModelEntry } from "../catalog/schema.ts";
import { withFormWords } from "../prompt/answer-form.ts";
import { outputLimit } from "../prompt/output-limit.ts";
import { repairPrompt } from "../prompt/repair.ts";
import { samplingOf } from "../prompt/sampling.ts";
import type { CacheLifetime, ProviderCall } from "../provider.ts";
import { sentArguments } from "../wire/tool-arguments.ts";
import { wireCallId } from "../wire/tool-ids.ts";
import { thinkingOf } from "./thinking.ts";

type Params = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;
/** Content that may stand in a message or in a tool result. */
type ContentBlock = Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam;
type Breakpoint = Anthropic.CacheControlEphemeral;

const IMAGES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

export function encodeRequest({ request: given, model, cache_lifetime }: ProviderCall): Params {
  // The API refuses schemas that are not strict: words and the check of the answer do for all.
  const request = withFormWords(given);
  return {
    model: model.wire_id,
    stream: true,
    max_tokens: outputLimit(request, model),
    messages: encodeMessages(request, model, breakpoint(cache_lifetime)),
    ...(request.system.length > 0 && { system: encodeSystem(request.system, breakpoint(cache_lifetime)) }),
    ...(request.tools.length > 0 && { tools: request.tools.map(encodeTool) }),
    ...(request.tools.length > 0 && toolChoice(request)),
    // The API's present models refuse a temperature: one is sent only where an admin set it for the model.
    ...(model.sampling && samplingOf({}, model)),
    ...(model.sampling?.stop && { stop_sequences: [...model.sampling.stop] }),
    ...(isForced(request) ? {} : thinkingOf(request, model)),
  };
}

function toolChoice({ tool_choice, is_serial }: ModelRequest): Pick<Params, "tool_choice"> {
  const serial = is_serial && { disable_parallel_tool_use: true };
  if (tool_choice === undefined) return serial ? { tool_choice: { type: "auto", ...serial } } : {};
  if (tool_choice === "none") return { tool_choice: { type: "none" } };
  if (tool_choice === "required") return { tool_choice: { type: "any", ...serial } };
  return { tool_choice: { type: "tool", name: tool_choice.name, ...serial } };
}

/** The API refuses a forced choice together with thinking. */
function isForced({ tools, tool_choice }: ModelRequest): boolean {
  return tools.length > 0 && tool_choice !== undefined && tool_choice !== "none";
}

/** The API's default is five minutes. */
function breakpoint(lifetime: CacheLifetime): Breakpoint {
  return lifetime === "5m" ? { type: "ephemeral" } : { type: "ephemeral", ttl: lifetime };
}

/** Sets a cache breakpoint at the end of each tier. */
function encodeSystem(blocks: readonly SystemBlock[], cache: Breakpoint): Anthropic.TextBlockParam[] {
  const filled = blocks.filter((block) => block.text.trim() !== "");
  return filled.map((block, index) => {
    const ends = filled[index + 1]?.tier !== block.tier;
    const kept = block.keep === undefined ? cache : breakpoint(block.keep);
    return { type: "text", text: block.text, ...(ends && { cache_control: kept }) };
  });
}

function encodeTool(tool: ToolSpec): Anthropic.Tool {
  return {
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.input, type: "object" },
  };
}

/**
 * One breakpoint ends the prefix that the next turn reads again: the person's words without the passing context, or
 * else the history. Once the turn has tool results, another breakpoint ends the request, since its next step reads
 * all of it. Without tools no step would read that, so it isn't paid for.
 */
function encodeMessages(
  request: ModelRequest,
  model: ModelEntry,
  cache: Breakpoint,
): Anthropic.MessageParam[] {
  const { messages, history_length } = repairPrompt(request);
  const current = wordsBeforeMoment(messages[history_length]);
  const marks = new Set(current === 0 ? [history_length - 1] : []);
  if (messages.at(-1)?.role === "tool") marks.add(messages.length - 1);
  return messages.map((message, index) => {
    const content = encodeContent(message, model.id);
    if (marks.has(index)) markLast(content, cache);
    if (index === history_length && current > 0) markAt(content, current - 1, cache);
    return { role: message.role === "assistant" ? "assistant" : "user", content };
  });
}

function encodeContent(message: ModelMessage, model: string): Block[] {
  switch (message.role) {
    case "user":
      return message.content.flatMap(encodeUserBlock);
    case "tool":
      return message.content.map((block) => encodeResult(block, model));
    case "assistant":
      return message.content.flatMap((block) => encodeAssistantBlock(block, model));
  }
}

/** Number of leading blocks of the newest message that will stay in the history; 0 when that is unknown. */
function wordsBeforeMoment(current: ModelMessage | undefined): number {
  if (current?.role !== "user") return 0;
  return Math.max(
    0,
    current.content.findIndex((block) => block.type === "text" && block.is_passing === true),
  );
}

function markLast(content: Block[], cache: Breakpoint): void {
  markAt(content, content.length - 1, cache);
}

/** Thinking blocks take no breakpoint. */
function markAt(content: Block[], index: number, cache: Breakpoint): void {
  const block = content[index];
  if (block && block.type !== "thinking" && block.type !== "redacted_thinking") {
    content[index] = { ...block, cache_control: cache } as Block;
  }
}

function encodeUserBlock(block: UserBlock): ContentBlock[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return IMAGES.has(block.media_type)
        ? [
            {
              type: "image",
              source: { type: "base64", media_type: block.media_type as "image/png", data: block.data },
            },
          ]
        : [{ type: "text", text: `[an image of type ${oneLine(block.media_type)}, which cannot be shown]` }];
    case "file":
      return block.media_type === "application/pdf"
        ? [
            {
              type: "document",
              title: oneLine(block.name),
              source: { type: "base64", media_type: "application/pdf", data: block.data },
            },
          ]
        : [
            {
              type: "text",
              text: `[a file, ${oneLine(block.name)}, of type ${oneLine(block.media_type)}, which cannot be read]`,
            },
          ];
    case "audio":
      return [{ type: "text", text: `[a recording, ${oneLine(block.name)}, which cannot be played]` }];
  }
}

function encodeResult(block: ToolResultBlock, model: string): Block {
  // An empty result reads as a missing one.
  const text = block.content.trim() === "" ? "(no output)" : block.content;
  return {
    type: "tool_result",
    tool_use_id: wireCallId(block, model),
    content: [{ type: "text", text }, ...(block.media ?? []).flatMap(encodeUserBlock)],
    ...(block.is_error && { is_error: true }),
  };
}

function encodeAssistantBlock(block: AssistantBlock, model: string): Block[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "tool_call":
      return [
        {
          type: "tool_use",
          id: wireCallId(block, model),
          name: block.name,
          input: sentArguments(block.input),
        },
      ];
    case "reasoning":
      if (block.model !== model) return [];
      if (textAsWritten(block) !== undefined) return [{ type: "text", text: textAsWritten(block) ?? "" }];
      if (block.redacted !== undefined) return [{ type: "redacted_thinking", data: block.redacted }];
      return block.signature === undefined
        ? []
        : [{ type: "thinking", thinking: block.text, signature: block.signature }];
  }
}

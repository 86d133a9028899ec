/** Encodes a neutral request for the chat completions API of OpenAI and compatible providers. */

import type OpenAI from "openai";
import type {
  AssistantBlock,
  FileBlock,
  ModelMessage,
  ModelRequest,
  ReasoningBlock,
  ToolCallBlock,
  ToolSpec,
  UserBlock,
} from "../../agent/ports/model.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { SOUND_FORMAT } from "../answer/spoken-answer.ts";
import { textAsWritten } from "../answer/written-thinking.ts";
import type { ModelEntry, ProviderEntry } from "../catalog/schema.ts";
import { alternating } from "../prompt/alternating.ts";
import { withFormWords } from "../prompt/answer-form.ts";
import { withMediaApart } from "../prompt/media-apart.ts";
import { outputLimit } from "../prompt/output-limit.ts";
import { repairPrompt } from "../prompt/repair.ts";
import { samplingOf } from "../prompt/sampling.ts";
import type { ProviderCall } from "../provider.ts";
import { sentArguments } from "../wire/tool-arguments.ts";
import { wireCallId } from "../wire/tool-ids.ts";
import { markedMessage, markedSystem, markFor } from "./breakpoints.ts";
import { readOpaque } from "./opaque.ts";

type ChatParams = OpenAI.ChatCompletionCreateParamsStreaming;
type ResponseFormat = OpenAI.ResponseFormatJSONObject | OpenAI.ResponseFormatJSONSchema;
type Message = OpenAI.ChatCompletionMessageParam;
type UserPart = OpenAI.ChatCompletionContentPart;

export function encodeChat(given: ProviderCall): ChatParams {
  const native = responseFormat(given);
  const call = native?.type === "json_schema" ? given : { ...given, request: withFormWords(given.request) };
  const { request, model, provider } = call;
  const dialect = dialectOf(call);
  return {
    model: model.wire_id,
    messages: encodeMessages(call),
    stream: true,
    stream_options: { include_usage: true },
    [dialect.max_tokens_field]: outputLimit(request, model, provider.reasoning_effort !== "none"),
    ...(request.tools.length > 0 && { tools: encodeTools(request.tools) }),
    ...(request.tools.length > 0 && toolChoice(request)),
    ...samplingOf(request, model),
    ...(model.sampling?.stop && { stop: [...model.sampling.stop] }),
    ...(dialect.prompt_cache_key &&
      request.cache_key !== undefined && { prompt_cache_key: request.cache_key }),
    ...(native && { response_format: native }),
    ...outputsOf(model),
    ...effortOf(request, model, provider),
  };
}

/** Pictures and speech of its own come only where they are asked for. OpenAI's types know no pictures here; OpenRouter does. */
function outputsOf({ capabilities }: ModelEntry): object {
  const { image_output, audio_output } = capabilities;
  if (!image_output && !audio_output) return {};
  return {
    modalities: [...(image_output ? ["image"] : []), "text", ...(audio_output ? ["audio"] : [])],
    ...(audio_output && { audio: { voice: "alloy", format: SOUND_FORMAT } }),
  };
}

/** Undefined: the model has no such form. Any object is asked for in words as well, as OpenAI wants it. */
function responseFormat({ request: { format }, model }: ProviderCall): ResponseFormat | undefined {
  if (format === undefined || !model.capabilities.json) return undefined;
  const { name, schema, is_strict } = format;
  if (schema === null) return { type: "json_object" };
  return { type: "json_schema", json_schema: { name, schema, strict: is_strict === true } };
}

function toolChoice({
  tool_choice,
  is_serial,
}: ModelRequest): Pick<ChatParams, "tool_choice" | "parallel_tool_calls"> {
  const choice = typeof tool_choice === "object" ? named(tool_choice.name) : tool_choice;
  return { ...(choice && { tool_choice: choice }), ...(is_serial && { parallel_tool_calls: false }) };
}

function named(name: string): OpenAI.ChatCompletionNamedToolChoice {
  return { type: "function", function: { name } };
}

/**
 * Whether the call goes to the provider's own address. Another server behind the setting may not know the provider's
 * extensions.
 */
export function isAtHome({ provider, base_url }: ProviderCall): boolean {
  return base_url === undefined || base_url === provider.base_url;
}

function dialectOf(call: ProviderCall): Pick<ProviderEntry, "max_tokens_field" | "prompt_cache_key"> {
  return isAtHome(call) ? call.provider : { max_tokens_field: "max_tokens", prompt_cache_key: false };
}

function effortOf({ reasoning }: ModelRequest, model: ModelEntry, provider: ProviderEntry): object {
  if (reasoning === undefined || (model.thinking !== "effort" && model.thinking !== "always")) return {};
  const effort = reasoning === "off" && model.thinking === "always" ? "low" : reasoning;
  switch (provider.reasoning_effort) {
    case "reasoning":
      return { reasoning: effort === "off" ? { enabled: false } : { effort } };
    case "reasoning_effort":
      return { reasoning_effort: effort === "off" ? "none" : effort };
    case "none":
      return {};
  }
}

const encoded = new WeakMap<readonly ToolSpec[], OpenAI.ChatCompletionFunctionTool[]>();

/** Cached per list. */
export function encodeTools(tools: readonly ToolSpec[]): OpenAI.ChatCompletionFunctionTool[] {
  const known = encoded.get(tools) ?? tools.map(encodeTool);
  encoded.set(tools, known);
  return known;
}

function encodeTool(tool: ToolSpec): OpenAI.ChatCompletionFunctionTool {
  return {
    type: "function",
    function: {
      name: tool.name,
      description: tool.description,
      parameters: { ...tool.input, type: "object" },
    },
  };
}

function encodeMessages(call: ProviderCall): Message[] {
  const { request, model } = call;
  const mark = markFor(call);
  const system = request.system.filter((block) => block.text.trim() !== "");
  const { messages, history_length } = withMediaApart(repairPrompt(request));
  // Nothing is known of another server: many refuse what the provider itself takes.
  const taken = isAtHome(call) || mark ? messages : alternating(messages);
  const form: Form = { model: model.id, empty: isAtHome(call) ? null : "" };
  const encoded = taken.map((message, at) =>
    (at < history_length ? keptMessage : encodeMessage)(message, form),
  );
  const endOfHistory = encoded[history_length - 1];
  const last = endOfHistory?.at(-1);
  if (mark && endOfHistory && last)
    encoded[history_length - 1] = [...endOfHistory.slice(0, -1), markedMessage(last, mark)];
  if (system.length === 0) return encoded.flat();
  const content = mark ? markedSystem(system, mark) : system.map((block) => block.text).join("\n\n");
  return [{ role: "system", content }, ...encoded.flat()];
}

/**
 * Cache of encoded messages. A history's messages are the same objects in each turn, and the cache lives as long as
 * they do.
 */
const cache = new WeakMap<ModelMessage, Form & { messages: readonly Message[] }>();

interface Form {
  model: string;
  /** Content of a message that only calls tools: other servers than the provider's own may refuse null. */
  empty: "" | null;
}

function keptMessage(message: ModelMessage, form: Form): readonly Message[] {
  const known = cache.get(message);
  if (known?.model === form.model && known.empty === form.empty) return known.messages;
  const messages = encodeMessage(message, form);
  cache.set(message, { ...form, messages });
  return messages;
}

function encodeMessage(message: ModelMessage, form: Form): Message[] {
  const { model } = form;
  switch (message.role) {
    case "user":
      return [{ role: "user", content: encodeUser(message.content) }];
    case "assistant":
      return encodeAssistant(message.content, form);
    case "tool":
      return message.content.map((block) => ({
        role: "tool",
        tool_call_id: wireCallId(block, model),
        content: block.is_error ? `Error: ${block.content}` : block.content,
      }));
  }
}

/** Text alone is sent as a plain string, which every server takes. */
function encodeUser(content: readonly UserBlock[]): string | UserPart[] {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.length === content.length ? texts.join("\n\n") : content.map(encodeUserPart);
}

function encodeUserPart(block: UserBlock): UserPart {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
      return { type: "image_url", image_url: { url: dataUrl(block) } };
    case "audio":
      return { type: "input_audio", input_audio: { data: block.data, format: audioFormat(block) } };
    case "file":
      return { type: "file", file: { filename: oneLine(block.name), file_data: dataUrl(block) } };
  }
}

function dataUrl({ media_type, data }: { media_type: string; data: string }): string {
  return `data:${media_type};base64,${data}`;
}

function audioFormat({ media_type }: FileBlock): "mp3" | "wav" {
  return media_type.includes("wav") ? "wav" : "mp3";
}

function encodeAssistant(content: readonly AssistantBlock[], { model, empty }: Form): Message[] {
  const text = content.map((block) => wordsOf(block, model)).join("");
  const calls = content.filter((block) => block.type === "tool_call");
  if (text === "" && calls.length === 0) return [];
  const opaque = opaqueOf(content, model);
  return [
    {
      role: "assistant",
      content: text === "" ? empty : text,
      ...(calls.length > 0 && {
        tool_calls: calls.map((call, index) => encodeCall(call, model, opaque?.extras[index])),
      }),
      ...opaque?.fields,
    } as Message,
  ];
}

/** The model's own thinking stands where it wrote it. */
function wordsOf(block: AssistantBlock, model: string): string {
  if (block.type === "text") return block.text;
  return block.type === "reasoning" && block.model === model ? (textAsWritten(block) ?? "") : "";
}

function encodeCall(call: ToolCallBlock, model: string, extra: object | null | undefined): object {
  return {
    id: wireCallId(call, model),
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(sentArguments(call.input)) },
    ...(extra && { extra_content: extra }),
  };
}

/** The reasoning that this very model wants back. */
function opaqueOf(content: readonly AssistantBlock[], model: string) {
  const own = content.filter(
    (block): block is ReasoningBlock =>
      block.type === "reasoning" && block.model === model && textAsWritten(block) === undefined,
  );
  const opaque = own.map((block) => readOpaque(block.signature)).find((found) => found !== undefined);
  if (!opaque) return undefined;
  const fields = {
    ...(opaque.field && { [opaque.field]: own.map((block) => block.text).join("") }),
    ...(opaque.details.length > 0 && { reasoning_details: opaque.details }),
  };
  return { extras: opaque.extras, fields };
}

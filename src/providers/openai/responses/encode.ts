/** Encodes a neutral request for OpenAI's Responses API, which stores nothing on its side. */
import type OpenAI from "openai";
import type {
  AssistantBlock,
  ModelMessage,
  ModelRequest,
  ReasoningBlock,
  ToolResultBlock,
  ToolSpec,
  UserBlock,
} from "../../../agent/ports/model.ts";
import type { AnswerFormat } from "../../../domain/program/answer-format.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { parseJson } from "../../../platform/json.ts";
import { textAsWritten } from "../../answer/written-thinking.ts";
import type { ModelEntry } from "../../catalog/schema.ts";
import { withFormWords } from "../../prompt/answer-form.ts";
import { outputLimit } from "../../prompt/output-limit.ts";
import { repairPrompt } from "../../prompt/repair.ts";
import { samplingOf } from "../../prompt/sampling.ts";
import type { ProviderCall } from "../../provider.ts";
import { isObject, textIn } from "../../wire/json.ts";
import { sentArguments } from "../../wire/tool-arguments.ts";
import { wireCallId } from "../../wire/tool-ids.ts";

type Params = OpenAI.Responses.ResponseCreateParamsStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type Content = OpenAI.Responses.ResponseInputContent;

/** The API refuses less than this. */
const LEAST_OUTPUT = 16;

export function encodeResponses({ request: given, model }: ProviderCall): Params {
  const request = given.format?.schema === null ? withFormWords(given) : given;
  const system = request.system.map((block) => block.text).filter((text) => text.trim() !== "");
  return {
    model: model.wire_id,
    stream: true,
    store: false,
    input: repairPrompt(request).messages.flatMap((message) => encodeMessage(message, model.id)),
    max_output_tokens: Math.max(LEAST_OUTPUT, outputLimit(request, model)),
    ...(system.length > 0 && { instructions: system.join("\n\n") }),
    ...toolsOf(request, model),
    ...(request.tools.length > 0 && toolChoice(request)),
    ...(request.cache_key !== undefined && { prompt_cache_key: request.cache_key }),
    ...samplingOf(request, model),
    ...(request.format && { text: { format: formatOf(request.format) } }),
    ...reasoningOf(request, model),
  };
}

/** A model that makes pictures does so by a tool of the provider's own. */
function toolsOf({ tools }: ModelRequest, { capabilities }: ModelEntry): Pick<Params, "tools"> {
  const own = capabilities.image_output ? [{ type: "image_generation" as const }] : [];
  const all = [...tools.map(encodeTool), ...own];
  return all.length > 0 ? { tools: all } : {};
}

function toolChoice({
  tool_choice,
  is_serial,
}: ModelRequest): Pick<Params, "tool_choice" | "parallel_tool_calls"> {
  const choice =
    typeof tool_choice === "object" ? { type: "function" as const, ...tool_choice } : tool_choice;
  return { ...(choice && { tool_choice: choice }), ...(is_serial && { parallel_tool_calls: false }) };
}

/** Any object is asked for in words as well, as OpenAI wants it. */
function formatOf({ name, schema, is_strict }: AnswerFormat): OpenAI.Responses.ResponseFormatTextConfig {
  if (schema === null) return { type: "json_object" };
  return { type: "json_schema", name, schema, strict: is_strict === true };
}

/** Since OpenAI stores nothing, the model's thinking comes encrypted and is sent back with the next step. */
function reasoningOf({ reasoning }: ModelRequest, model: ModelEntry): Pick<Params, "include" | "reasoning"> {
  if (model.thinking !== "effort") return {};
  const effort = reasoning === "off" ? "none" : reasoning;
  return { include: ["reasoning.encrypted_content"], ...(effort !== undefined && { reasoning: { effort } }) };
}

function encodeTool({ name, description, input }: ToolSpec): OpenAI.Responses.FunctionTool {
  return { type: "function", name, description, parameters: { ...input, type: "object" }, strict: false };
}

function encodeMessage(message: ModelMessage, model: string): Item[] {
  switch (message.role) {
    case "user":
      return [{ type: "message", role: "user", content: message.content.map(encodeUserBlock) }];
    case "tool":
      return message.content.map((block) => ({
        type: "function_call_output",
        call_id: wireCallId(block, model),
        output: encodeResult(block),
      }));
    case "assistant":
      return message.content.flatMap((block) => encodeAssistantBlock(block, model));
  }
}

/** Text alone is sent as a plain string. */
function encodeResult({ content, is_error, media = [] }: ToolResultBlock): string | Content[] {
  const text = is_error ? `Error: ${content}` : content;
  return media.length === 0 ? text : [{ type: "input_text", text }, ...media.map(encodeUserBlock)];
}

function encodeUserBlock(block: UserBlock): Content {
  switch (block.type) {
    case "text":
      return { type: "input_text", text: block.text };
    case "image":
      return { type: "input_image", detail: "auto", image_url: dataUrl(block) };
    case "file":
    case "audio":
      return { type: "input_file", filename: oneLine(block.name), file_data: dataUrl(block) };
  }
}

function dataUrl({ media_type, data }: { media_type: string; data: string }): string {
  return `data:${media_type};base64,${data}`;
}

function encodeAssistantBlock(block: AssistantBlock, model: string): Item[] {
  switch (block.type) {
    case "text":
      return [{ type: "message", role: "assistant", content: block.text }];
    case "tool_call":
      return [
        {
          type: "function_call",
          call_id: wireCallId(block, model),
          name: block.name,
          arguments: JSON.stringify(sentArguments(block.input)),
        },
      ];
    case "reasoning":
      return block.model === model ? encodeReasoning(block) : [];
  }
}

function encodeReasoning(block: ReasoningBlock): Item[] {
  const { text, signature } = block;
  const written = textAsWritten(block);
  if (written !== undefined) return [{ type: "message", role: "assistant", content: written }];
  const sealed = readSealed(signature);
  if (!sealed) return [];
  const summary = text === "" ? [] : [{ type: "summary_text" as const, text }];
  return [{ type: "reasoning", id: sealed.id, summary, encrypted_content: sealed.encrypted_content }];
}

/** A thinking item that OpenAI wants back. It travels as the signature of a reasoning block. */
interface SealedReasoning {
  id: string;
  encrypted_content: string;
}

export function writeSealed(sealed: SealedReasoning): string {
  return JSON.stringify(sealed);
}

function readSealed(signature: string | undefined): SealedReasoning | undefined {
  const value = signature === undefined ? undefined : parseJson(signature);
  if (!isObject(value)) return undefined;
  const sealed = { id: textIn(value, "id"), encrypted_content: textIn(value, "encrypted_content") };
  return sealed.id === "" || sealed.encrypted_content === "" ? undefined : sealed;
}

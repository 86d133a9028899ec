/** A request of the Responses API, and its input as the messages of a history. */
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { TextFormatField } from "../call/answer-form.ts";
import type { ToolsAsked } from "../call/client-tools.ts";
import type { ContentPart, SaidMessage } from "../call/said-message.ts";

const part = () =>
  z.looseObject({
    type: z.string(),
    text: z.string().nullish(),
    refusal: z.string().nullish(),
    image_url: z.string().nullish(),
    file_data: z.string().nullish(),
    file_id: z.string().nullish(),
    filename: z.string().nullish(),
    input_audio: z.looseObject({ data: z.string(), format: z.string().max(20) }).nullish(),
  });

const item = () =>
  z.looseObject({
    type: z.string().nullish(),
    id: z.string().nullish(),
    role: z.enum(["user", "assistant", "system", "developer"]).nullish(),
    content: z.union([z.string(), z.array(part())]).nullish(),
    call_id: z.string().nullish(),
    name: z.string().nullish(),
    arguments: z.string().nullish(),
    /** Words that a custom tool was called with. */
    input: z.string().nullish(),
    output: z.union([z.string(), z.array(part())]).nullish(),
  });

const tool = () =>
  z.looseObject({
    type: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  });

/** Other fields are accepted without effect. */
export const ResponsesBody = () =>
  z.looseObject({
    model: z.string().min(1).max(200),
    input: z.union([z.string(), z.array(item()).max(5_000)]),
    instructions: z.string().nullish(),
    previous_response_id: z.string().max(300).nullish(),
    conversation: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
    stream: z.boolean().nullish(),
    background: z.boolean().nullish(),
    store: z.boolean().nullish(),
    tools: z.array(tool()).nullish(),
    tool_choice: z
      .union([
        z.enum(["none", "auto", "required"]),
        z.looseObject({ type: z.string(), name: z.string().nullish() }),
      ])
      .nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    user: z.string().nullish(),
    safety_identifier: z.string().nullish(),
    text: z.looseObject({ format: TextFormatField() }).nullish(),
  });

export type ResponsesRequest = SchemaOutput<typeof ResponsesBody>;
type Item = SchemaOutput<typeof item>;
type Part = SchemaOutput<typeof part>;

export function messagesOf({ input, instructions }: ResponsesRequest): SaidMessage[] {
  const items: readonly Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const given: SaidMessage[] = instructions ? [{ role: "system", content: instructions }] : [];
  return [...given, ...items.flatMap(messageOf)];
}

function messageOf(item: Item): SaidMessage[] {
  const { type, role, content, call_id, output } = item;
  switch (type ?? "message") {
    case "message":
      return role ? [{ role, content: contentOf(content) }] : [];
    case "function_call":
    case "custom_tool_call":
      return [{ role: "assistant", content: null, tool_calls: [callOfItem(item)] }];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ role: "tool", tool_call_id: call_id, content: contentOf(output) }];
    case "item_reference":
      // Something that was said here: it stands in the conversation, and parts what was said before it from what is said now.
      return [{ role: "assistant", content: "" }];
    default:
      return [];
  }
}

function callOfItem({ call_id, name, arguments: given, input }: Item) {
  return {
    id: call_id ?? "",
    function: { name: name ?? "", arguments: given ?? JSON.stringify({ input: input ?? "" }) },
  };
}

function contentOf(content: string | readonly Part[] | null | undefined): SaidMessage["content"] {
  return content == null || typeof content === "string" ? (content ?? null) : content.flatMap(partOf);
}

function partOf({ type, text, refusal, image_url, filename, input_audio, ...file }: Part): ContentPart[] {
  const { file_data, file_id } = file;
  if (text != null || refusal != null) return [{ type: "text", text: text ?? refusal ?? "" }];
  if (file_id) return [{ type: "file", file: { file_id } }];
  if (type === "input_image" && image_url) return [{ type: "image_url", image_url: { url: image_url } }];
  if (type === "input_file" && file_data)
    return [{ type: "file", file: { file_data, ...(filename && { filename }) } }];
  if (input_audio) return [{ type: "input_audio", input_audio }];
  throw new AppError("malformed_request", `input: a part of the type "${type}" needs its text or data.`);
}

/** Ids in the request that may name the conversation, the newest first. */
export function placesOf({ input, previous_response_id, conversation }: ResponsesRequest): string[] {
  const named = typeof conversation === "string" ? conversation : conversation?.id;
  const items = typeof input === "string" ? [] : input.map(({ id }) => id ?? "").reverse();
  return [previous_response_id ?? "", named ?? "", ...items].filter((id) => id !== "");
}

const CUSTOM_INPUT = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
};

/** Functions and custom tools; hosted ones are left out, since an agent has its own. */
export function toolsOf({ tools, tool_choice, parallel_tool_calls }: ResponsesRequest): ToolsAsked {
  const brought = (tools ?? []).flatMap(({ type, name, description, parameters }) =>
    name && (type === "function" || type === "custom")
      ? [
          {
            type: "function" as const,
            function: { name, description, parameters: type === "custom" ? CUSTOM_INPUT : parameters },
          },
        ]
      : [],
  );
  return { tools: brought, tool_choice: choiceOf(tool_choice), parallel_tool_calls };
}

function choiceOf(choice: ResponsesRequest["tool_choice"]): ToolsAsked["tool_choice"] {
  if (choice == null || typeof choice === "string") return choice;
  return choice.name ? { type: "function", function: { name: choice.name } } : undefined;
}

/** Names of the tools that are called with words instead of JSON. */
export function customTools({ tools }: ResponsesRequest): ReadonlySet<string> {
  return new Set((tools ?? []).flatMap(({ type, name }) => (type === "custom" && name ? [name] : [])));
}

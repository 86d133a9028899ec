/** The messages of a Messages request in the terms of chat completions. */
import { AppError } from "../../../domain/errors.ts";
import type { ToolsAsked } from "../call/client-tools.ts";
import type { ContentPart, SaidMessage } from "../call/said-message.ts";
import type { Block, Inner, MessagesRequest } from "./body.ts";

export function messagesOf({ system, messages }: MessagesRequest): SaidMessage[] {
  const instructions = typeof system === "string" ? system : textsOf(system ?? []);
  const given: SaidMessage[] = instructions ? [{ role: "system", content: instructions }] : [];
  return [...given, ...messages.flatMap(messageOf)];
}

function textsOf(blocks: readonly Inner[]): string {
  return blocks.flatMap(({ text }) => text ?? []).join("\n\n");
}

function messageOf({ role, content }: MessagesRequest["messages"][number]): SaidMessage[] {
  if (typeof content === "string") return [{ role, content }];
  if (role === "assistant") return [assistantOf(content)];
  const results = content.filter(({ type }) => type === "tool_result").map(resultOf);
  const parts = content.filter(({ type }) => type !== "tool_result").flatMap(partOf);
  return [...results, ...(parts.length > 0 ? [{ role, content: parts }] : [])];
}

function assistantOf(content: readonly Block[]): SaidMessage {
  const calls = content.filter(({ type }) => type === "tool_use");
  const tool_calls = calls.map(({ id, name, input }) => ({
    id: id ?? "",
    function: { name: name ?? "", arguments: JSON.stringify(input ?? {}) },
  }));
  const words = textsOf(content.filter(({ type }) => type === "text"));
  return { role: "assistant", content: words, ...(tool_calls.length > 0 && { tool_calls }) };
}

function resultOf({ tool_use_id, content, is_error }: Block): SaidMessage {
  const text = typeof content === "string" ? content : textsOf(content ?? []);
  return { role: "tool", tool_call_id: tool_use_id, content: text, ...(is_error && { is_error: true }) };
}

function partOf({ type, text, source: from, title }: Block): ContentPart[] {
  if (type === "text") return text ? [{ type: "text", text }] : [];
  if (type === "image" || type === "document") return [mediaOf(type, from, title ?? undefined)];
  return [];
}

function mediaOf(type: "image" | "document", from: Block["source"], title: string | undefined): ContentPart {
  if (from?.type === "file" && from.file_id) return { type: "file", file: { file_id: from.file_id } };
  if (from?.type === "text" && from.data) return { type: "text", text: from.data };
  if (type === "image" && from?.type === "url" && from.url)
    return { type: "image_url", image_url: { url: from.url } };
  if (from?.type !== "base64" || !from.media_type || !from.data)
    throw new AppError(
      "malformed_request",
      `messages: a block of the type "${type}" needs its data in base64.`,
    );
  const url = `data:${from.media_type};base64,${from.data}`;
  return type === "image"
    ? { type: "image_url", image_url: { url } }
    : { type: "file", file: { file_data: url, ...(title && { filename: title }) } };
}

/** Anthropic's own tools are left out, since an agent has its own. */
export function toolsOf({ tools, tool_choice }: MessagesRequest): ToolsAsked {
  const brought = (tools ?? []).flatMap(({ name, description, input_schema }) =>
    input_schema
      ? [{ type: "function" as const, function: { name, description, parameters: input_schema } }]
      : [],
  );
  const parallel_tool_calls = tool_choice?.disable_parallel_tool_use ? false : undefined;
  return { tools: brought, tool_choice: choiceOf(tool_choice), parallel_tool_calls };
}

function choiceOf(choice: MessagesRequest["tool_choice"]): ToolsAsked["tool_choice"] {
  if (choice == null || choice.type === "auto") return undefined;
  if (choice.type === "any") return "required";
  return choice.type === "none" ? "none" : { type: "function", function: { name: choice.name ?? "" } };
}

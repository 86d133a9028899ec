/** Serializes a chat completions request. The tools are most of it, and are serialized once. */
import type { ToolSpec } from "../../agent/ports/model.ts";
import type { ProviderCall } from "../provider.ts";
import { encodeChat, encodeTools } from "./encode.ts";

const written = new WeakMap<readonly ToolSpec[], string>();

export function chatBody(call: ProviderCall): string {
  const { tools } = call.request;
  if (tools.length === 0) return JSON.stringify(encodeChat(call));
  const { tools: _written, ...rest } = encodeChat(call);
  return `${JSON.stringify(rest).slice(0, -1)},"tools":${toolsText(tools)}}`;
}

function toolsText(tools: readonly ToolSpec[]): string {
  const text = written.get(tools) ?? JSON.stringify(encodeTools(tools));
  written.set(tools, text);
  return text;
}

/** Requests without the parts that a server has refused. */
import type { JsonObject } from "./json.ts";
import { isObject, listIn, textIn } from "./json.ts";
import type { Omission } from "./refused-part.ts";
import { nineSigns } from "./tool-ids.ts";

/** The request without the parts that the server refused. */
export function withoutRefused(encoded: object, without: readonly Omission[]): JsonObject {
  let params: Record<string, unknown> = { ...encoded };
  for (const omission of without) {
    switch (omission.part) {
      case "parameter":
        params = withoutKey(params, omission);
        break;
      case "limit":
        if (omission.name in params) params[omission.name] = omission.most;
        break;
      case "null_content":
        params["messages"] = withoutNull(params["messages"]);
        break;
      case "system":
        params["messages"] = withoutSystem(listIn(params, "messages"));
        break;
      case "call_ids":
        params["messages"] = listIn(params, "messages").map(withShortIds);
        break;
      case "tool":
      case "tools":
        break;
    }
  }
  return params;
}

/** A key of the request, or else one of its messages and blocks. */
function withoutKey(
  params: JsonObject,
  { name, instead }: { name: string; instead?: string },
): Record<string, unknown> {
  if (!(name in params))
    return JSON.parse(JSON.stringify(params, (key, value) => (key === name ? undefined : value)));
  const { [name]: value, ...rest } = params;
  return { ...rest, ...(instead !== undefined && { [instead]: value }) };
}

function withoutNull(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) =>
    isObject(message) && message["content"] === null ? { ...message, content: "" } : message,
  );
}

/** The instructions stand before the first words of the person. */
function withoutSystem(messages: readonly unknown[]): readonly unknown[] {
  const isSystem = (one: unknown) => isObject(one) && one["role"] === "system";
  const words = messages.filter(isSystem).map((one) => textOf((one as JsonObject)["content"]));
  const rest = messages.filter((one) => !isSystem(one));
  const [first, ...others] = rest;
  const text = words.join("\n\n");
  if (!isObject(first) || first["role"] !== "user") return [{ role: "user", content: text }, ...rest];
  const { content } = first;
  const joined =
    typeof content === "string"
      ? `${text}\n\n${content}`
      : [{ type: "text", text }, ...listIn(first, "content")];
  return [{ ...first, content: joined }, ...others];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? content : [];
  return blocks.map((block) => (isObject(block) ? textIn(block, "text") : "")).join("\n\n");
}

function withShortIds(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { tool_call_id } = message;
  if (typeof tool_call_id === "string") return { ...message, tool_call_id: nineSigns(tool_call_id) };
  const calls = listIn(message, "tool_calls");
  if (calls.length === 0) return message;
  const renamed = calls.map((call) =>
    isObject(call) ? { ...call, id: nineSigns(textIn(call, "id")) } : call,
  );
  return { ...message, tool_calls: renamed };
}

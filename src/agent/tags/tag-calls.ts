/** Converts tags to tool calls: the same tools, under the same policy. */
import type { CallId } from "../../domain/ids.ts";
import type { ToolCall } from "../turn.ts";
import { fieldsInText } from "./fields-in-text.ts";
import type { Tag } from "./tag-filter.ts";

/** Ids are derived from the position in the turn, so that a resumed turn makes the same ones. */
export function callsOfTags(tags: readonly Tag[], step: number): ToolCall[] {
  return tags.map((tag, index) => ({
    call_id: `tag_${step}_${index + 1}` as CallId,
    by_tag: true,
    ...callOf(tag),
  }));
}

/** The tool that a tag calls. */
export function toolOfTag(tag: string): string {
  if (tag === "MEMORY" || tag === "STATE") return "memory_write";
  return tag.toLowerCase();
}

function callOf(tag: Tag): Pick<ToolCall, "name" | "input"> {
  return { name: toolOfTag(tag.name), input: inputOf(tag) };
}

function inputOf(tag: Tag): ToolCall["input"] {
  switch (tag.name) {
    case "MEMORY":
      return { ok: true, value: memoryInput(tag) };
    case "STATE":
      return { ok: true, value: { content: tag.body, state: tag.argument } };
    case "DELEGATE":
      return { ok: true, value: { agent: tag.argument, task: tag.body } };
    default:
      return objectInput(tag);
  }
}

function memoryInput({ argument, body }: Tag) {
  if (argument === "sticky") return { content: body, sticky: true };
  return argument === "" ? { content: body } : { content: body, tags: [argument] };
}

/** The body is a JSON object, or free text with fields; an argument is the agent's slug. */
function objectInput({ name, argument, body }: Tag): ToolCall["input"] {
  const value = jsonObject(body) ?? (body.startsWith("{") ? undefined : fieldsInText(name, body));
  // The body is reported to the model as arguments that did not parse.
  if (value === undefined) return { ok: false, text: body };
  return { ok: true, value: argument === "" ? value : { slug: argument, ...value } };
}

function jsonObject(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Text that is no JSON stays text.
    return undefined;
  }
}

/** Tags as tool calls: the same tools, under the same policy. */
import type { CallId } from "../../domain/ids.ts";
import type { ToolCall } from "../turn.ts";
import type { Tag } from "./tag-filter.ts";

/** Ids are derived from the place in the turn, so that a resumed turn makes the same ones. */
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

/** The body is a JSON object; an argument names the agent it is about. */
function objectInput({ argument, body }: Tag): ToolCall["input"] {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject) return { ok: true, value: argument === "" ? value : { slug: argument, ...value } };
  } catch {
    // Told to the model as the text that did not parse.
  }
  return { ok: false, text: body };
}

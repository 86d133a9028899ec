/** A tool call's arguments as they arrived: an object, or text that is not one. */
import type { ToolInput } from "../../agent/ports/model.ts";
import { parseJson } from "../../platform/json.ts";
import { isObject } from "./json.ts";

/** `truncated`: the answer ended for lack of room, so that an empty text may be the start of more. */
export function readArguments(text: string, truncated: boolean): ToolInput {
  if (text.trim() === "") return truncated ? { ok: false, text } : { ok: true, value: {} };
  const value = parseJson(text);
  return isObject(value) ? { ok: true, value } : { ok: false, text };
}

/** Arguments of an earlier call as they are sent back: providers refuse all but objects. */
export function sentArguments(input: unknown): { readonly [key: string]: unknown } {
  if (isObject(input)) return input;
  return { malformed_arguments: typeof input === "string" ? input : (JSON.stringify(input) ?? "") };
}

/** A tool call's arguments as they arrived: an object, or text that is not one. */
import type { ToolInput } from "../../agent/ports/model.ts";
import { parseJson } from "../../platform/json.ts";
import { lenientJsonAt, parseLenientJson } from "../../platform/lenient-json.ts";
import { isObject, type JsonObject } from "./json.ts";

/** `truncated`: the answer ended for lack of room, so that an empty text may be the start of more. */
export function readArguments(pieces: readonly string[], truncated: boolean): ToolInput {
  const text = pieces.join("");
  if (text.trim() === "") return truncated ? { ok: false, text } : { ok: true, value: {} };
  const value = opened(parseJson(text)) ?? sentAgain(pieces) ?? opened(parseLenientJson(unfenced(text)));
  return value ? { ok: true, value } : { ok: false, text };
}

/** Some models encode the object once more, as a string. */
const MOST_ENCODINGS = 3;

function opened(value: unknown): JsonObject | undefined {
  let inner = value;
  for (let count = 0; count < MOST_ENCODINGS && typeof inner === "string"; count++)
    inner = parseLenientJson(inner);
  return isObject(inner) ? inner : undefined;
}

/** Some servers send all arguments again at the end, or all that there are so far with each delta. */
function sentAgain(pieces: readonly string[]): JsonObject | undefined {
  const last = pieces.at(-1) ?? "";
  const before = pieces.slice(0, -1);
  const joined = before.join("");
  const isRepeated = joined !== "" && (last === joined || before.every((piece) => last.startsWith(piece)));
  if (isRepeated) return opened(parseJson(last));
  const objects = objectsIn(pieces.join(""));
  // Some begin with an empty object, which the real one replaces.
  const filled = objects.filter((value) => Object.keys(value).length > 0);
  const [first = objects[0]] = filled;
  return filled.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : undefined;
}

/** Objects that stand one after another; empty when there is anything else. */
function objectsIn(text: string): JsonObject[] {
  const found: JsonObject[] = [];
  for (let at = 0; text.slice(at).trim() !== ""; ) {
    const next = lenientJsonAt(text, at);
    if (!next || !isObject(next.value)) return [];
    found.push(next.value);
    at = next.end;
  }
  return found;
}

function unfenced(text: string): string {
  return /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

/** Arguments of an earlier call as they are sent back: providers refuse all but objects. */
export function sentArguments(input: unknown): { readonly [key: string]: unknown } {
  if (isObject(input)) return input;
  return { malformed_arguments: typeof input === "string" ? input : (JSON.stringify(input) ?? "") };
}

/**
 * Opaque reasoning data that OpenAI-compatible providers want back unchanged with an answer that called tools:
 * OpenRouter's reasoning details, Gemini's thought signatures, the plain reasoning of DeepSeek and its like. It
 * travels as the `signature` of a reasoning block, a text that only this file reads.
 */
import { parseJson } from "../../platform/json.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject, listIn, textIn } from "../wire/json.ts";

export interface Opaque {
  /** The field in which plain reasoning came, and in which it is sent back. */
  field?: "reasoning_content" | "reasoning";
  /** OpenRouter's `reasoning_details`, merged. */
  details: JsonObject[];
  /** `extra_content` of the tool calls, by the calls' position. */
  extras: (JsonObject | null)[];
}

export function writeOpaque({ field, details, extras }: Opaque): string | undefined {
  const hasExtras = extras.some((extra) => extra !== null);
  if (!field && details.length === 0 && !hasExtras) return undefined;
  return JSON.stringify({
    ...(field && { field }),
    ...(details.length > 0 && { details }),
    ...(hasExtras && { extras }),
  });
}

/** Undefined for a signature that another file wrote. */
export function readOpaque(signature: string | undefined): Opaque | undefined {
  const value = signature === undefined ? undefined : parseJson(signature);
  if (!isObject(value)) return undefined;
  const field = textIn(value, "field");
  return {
    ...((field === "reasoning_content" || field === "reasoning") && { field }),
    details: listIn(value, "details").filter(isObject),
    extras: listIn(value, "extras").map((extra) => (isObject(extra) ? extra : null)),
  };
}

/** Details stream in pieces that share an index: their texts are concatenated, all else is overwritten. */
export function mergeDetail(details: JsonObject[], piece: JsonObject): void {
  const at = details.findIndex(
    (detail) => detail["index"] === piece["index"] && detail["type"] === piece["type"],
  );
  const known = at < 0 || piece["index"] === undefined ? undefined : details[at];
  if (!known) {
    details.push(piece);
    return;
  }
  details[at] = {
    ...known,
    ...present(piece),
    ...joined(known, piece, "text"),
    ...joined(known, piece, "summary"),
  };
}

function present(piece: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(piece).filter(([, value]) => value !== null && value !== undefined),
  );
}

function joined(known: JsonObject, piece: JsonObject, key: string): JsonObject {
  const text = textIn(known, key) + textIn(piece, key);
  return text === "" ? {} : { [key]: text };
}

/**
 * Thinking that came in the text of an answer. Its model gets it back as it wrote it: the marks around it travel as
 * the `signature` of a reasoning block.
 */
import type { ReasoningBlock } from "../../agent/ports/model.ts";
import { parseJson } from "../../platform/json.ts";
import { isObject, listIn } from "../wire/json.ts";

export function writtenMarks(written: readonly [before: string, after: string]): string {
  return JSON.stringify({ written });
}

/** The text that the model wrote; undefined for thinking that came apart from the text. */
export function textAsWritten({ text, signature }: ReasoningBlock): string | undefined {
  const value = signature?.startsWith('{"written"') ? parseJson(signature) : undefined;
  if (!isObject(value)) return undefined;
  const [before, after] = listIn(value, "written");
  return typeof before === "string" && typeof after === "string" ? before + text + after : undefined;
}

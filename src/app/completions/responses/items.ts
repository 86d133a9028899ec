/** Items of an answer in the shapes of the Responses API. */

import type { ConversationId } from "../../../domain/ids.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";
import type { Annotation } from "../answer/annotations.ts";
import { wireIdOf } from "../call/wire-ids.ts";

/** Place of an answer's items: they are told apart by their index. */
export interface ItemPlace {
  conversation: ConversationId;
  turn_id: string | null;
  /** Tools that are called with words instead of JSON. */
  custom: ReadonlySet<string>;
}

type Status = "in_progress" | "completed";

function idOf(prefix: string, { conversation, turn_id }: ItemPlace, index: number): string {
  return wireIdOf(prefix, conversation, `${turn_id ?? "none"}_${index}`);
}

export function textPart(text: string, cited: readonly Annotation[] = []) {
  const annotations = cited.map((one) => ({ type: "url_citation" as const, ...one }));
  return { type: "output_text" as const, text, annotations, logprobs: [] };
}

/** Words of an item, and what they cite. */
export interface ItemText {
  text: string;
  annotations?: readonly Annotation[] | undefined;
}

/** `said` null: nothing is said yet. */
export function messageItem(place: ItemPlace, index: number, said: ItemText | null) {
  const status: Status = said === null ? "in_progress" : "completed";
  const content = said === null ? [] : [textPart(said.text, said.annotations)];
  return {
    id: idOf("msg", place, index),
    type: "message" as const,
    status,
    role: "assistant" as const,
    content,
  };
}

export function summaryPart(text: string) {
  return { type: "summary_text" as const, text };
}

export function reasoningItem(place: ItemPlace, index: number, said: ItemText | null) {
  const summary = said === null ? [] : [summaryPart(said.text)];
  return { id: idOf("rs", place, index), type: "reasoning" as const, summary };
}

/** `isBegun`: the arguments are still to come. */
export function callItem(
  place: ItemPlace,
  { index, isBegun = false }: { index: number; isBegun?: boolean },
  call: ClientCall,
) {
  const status: Status = isBegun ? "in_progress" : "completed";
  const { call_id, name } = call;
  const named = {
    id: idOf("fc", place, index),
    status,
    call_id: wireIdOf("call", place.conversation, call_id),
    name,
  };
  const given = isBegun ? "" : argumentsOf(place, call);
  return place.custom.has(name)
    ? { ...named, type: "custom_tool_call" as const, input: given }
    : { ...named, type: "function_call" as const, arguments: given };
}

/** The text that the tool is called with. */
export function argumentsOf({ custom }: ItemPlace, { name, input }: ClientCall): string {
  if (custom.has(name) && typeof input === "object" && input !== null && "input" in input)
    return String(input.input);
  return JSON.stringify(input ?? {});
}

export type OutputItem = ReturnType<typeof messageItem | typeof reasoningItem | typeof callItem>;

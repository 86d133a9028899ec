/** A reply as it grows: blocks in order of arrival. */
import type { CallId } from "../../domain/ids.ts";
import type { CitationPart, MediaPart } from "../../domain/message.ts";
import type {
  AssistantBlock,
  ModelEvent,
  ModelTerminal,
  ReasoningBlock,
  TextBlock,
  ToolInput,
} from "../ports/model.ts";
import type { ToolCall } from "../turn.ts";

export interface Draft {
  step: number;
  blocks: AssistantBlock[];
  calls: ToolCall[];
  citations: CitationPart[];
  /** Files of the answer, stored. */
  files: MediaPart[];
}

export type Growth = Exclude<ModelEvent, ModelTerminal | { type: "restart" }>;

export function emptyDraft(step: number): Draft {
  return { step, blocks: [], calls: [], citations: [], files: [] };
}

export function fold(draft: Draft, event: Growth): void {
  switch (event.type) {
    case "text":
      if (event.delta !== "") openBlock(draft, "text").text += event.delta;
      return;
    case "reasoning":
      openBlock(draft, "reasoning").text += event.delta;
      return;
    case "reasoning_end":
      closeReasoning(draft, event);
      return;
    case "tool_call":
      addCall(draft, event);
      return;
    case "citation":
      draft.citations.push({
        type: "citation",
        index: draft.citations.length + 1,
        url: event.url,
        title: event.title,
        ...(event.quote !== undefined && { quote: event.quote }),
      });
      return;
    case "file":
    case "speech":
    case "notice":
      return;
  }
}

function openBlock<T extends "text" | "reasoning">(
  draft: Draft,
  type: T,
): T extends "text" ? TextBlock : ReasoningBlock;
function openBlock(draft: Draft, type: "text" | "reasoning"): TextBlock | ReasoningBlock {
  const last = draft.blocks.at(-1);
  if (last?.type === type && !isClosed(last)) return last;
  const block: TextBlock | ReasoningBlock = { type, text: "" };
  draft.blocks.push(block);
  return block;
}

function isClosed(block: TextBlock | ReasoningBlock): boolean {
  return block.type === "reasoning" && (block.signature !== undefined || block.redacted !== undefined);
}

function closeReasoning(draft: Draft, end: { signature?: string; redacted?: string }): void {
  const block = openBlock(draft, "reasoning");
  if (end.signature !== undefined) block.signature = end.signature;
  if (end.redacted !== undefined) block.redacted = end.redacted;
}

function addCall(draft: Draft, event: Extract<ModelEvent, { type: "tool_call" }>): void {
  const { name } = event;
  const input = roomFor(draft, event.input);
  const call_id = event.call_id as CallId;
  draft.calls.push({ call_id, name, input });
  // Providers want an object back; the result tells what did not parse.
  draft.blocks.push({ type: "tool_call", call_id, name, input: input.ok ? input.value : {} });
}

/**
 * Bytes of JSON. A reply with its calls is journaled in one row of the platform's 2 MB, and contains each
 * input twice.
 */
const MOST_INPUT_BYTES = 700_000;

function roomFor({ calls }: Draft, input: ToolInput): ToolInput {
  const json = JSON.stringify([...calls.map((call) => call.input), input]);
  // A character takes at most three bytes: short inputs need no exact count.
  const isSmall = json.length * 3 <= MOST_INPUT_BYTES;
  if (isSmall || new TextEncoder().encode(json).length <= MOST_INPUT_BYTES) return input;
  const why = `The arguments of one reply's calls are over ${MOST_INPUT_BYTES} bytes. Write long content in parts, by several calls.`;
  return { ok: false, text: "", why };
}

/** Thinking and call ids are returned as they came only to the model that wrote them, so each block names its model. */
export function signBlocks(draft: Draft, model: string): Draft {
  const blocks = draft.blocks.map((block) => (block.type === "text" ? block : { ...block, model }));
  return { ...draft, blocks };
}

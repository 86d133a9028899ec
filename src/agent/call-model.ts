/** One model call: streams its events on, and folds them into a reply. */
import type { EventBody } from "../domain/events.ts";
import type { CallId } from "../domain/ids.ts";
import type { CitationPart } from "../domain/message.ts";
import type {
  AssistantBlock,
  ModelEvent,
  ModelFailure,
  ModelPort,
  ModelRequest,
  ModelTerminal,
  ReasoningBlock,
  TextBlock,
} from "./ports/model.ts";
import type { Reply, Spending, ToolCall } from "./turn.ts";

export type CallOutcome =
  | { status: "replied"; reply: Reply }
  | { status: "failed"; failure: ModelFailure; partial: Reply; spent: Spending };

interface Draft {
  step: number;
  blocks: AssistantBlock[];
  calls: ToolCall[];
  citations: CitationPart[];
}

/** Never throws for what a model does: the port's streams end with exactly one terminal event. */
export async function* callModel(
  model: ModelPort,
  request: ModelRequest,
  step: number,
  signal: AbortSignal,
): AsyncGenerator<EventBody, CallOutcome> {
  let draft = emptyDraft(step);
  let best = draft;
  for await (const event of model.stream(request, signal)) {
    if (event.type === "finish" || event.type === "failed") return outcomeOf(event, draft, best);
    if (event.type === "restart") {
      best = longer(best, draft);
      draft = emptyDraft(step);
      yield { type: "reset", from_step: step };
      continue;
    }
    fold(draft, event);
    const shown = shownEvent(event, draft);
    if (shown) yield shown;
  }
  throw new Error("a model stream ended without a terminal event");
}

function emptyDraft(step: number): Draft {
  return { step, blocks: [], calls: [], citations: [] };
}

/** Of two partial replies the one that says more: kept when nothing better comes. */
function longer(a: Draft, b: Draft): Draft {
  return textLength(b) >= textLength(a) ? b : a;
}

function textLength(draft: Draft): number {
  return draft.blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
}

function fold(draft: Draft, event: Exclude<ModelEvent, ModelTerminal | { type: "restart" }>): void {
  switch (event.type) {
    case "text":
      openBlock(draft, "text").text += event.delta;
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
      });
      return;
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
  const { name, input } = event;
  const call_id = event.call_id as CallId;
  draft.calls.push({ call_id, name, input });
  // Providers want an object back; what did not parse is told in the result.
  draft.blocks.push({ type: "tool_call", call_id, name, input: input.ok ? input.value : {} });
}

function shownEvent(event: ModelEvent, draft: Draft): EventBody | undefined {
  switch (event.type) {
    case "text":
    case "reasoning":
      return event.delta === "" ? undefined : { type: event.type, delta: event.delta };
    case "notice":
      return { type: "notice", level: event.level, text: event.text };
    case "citation":
      return draft.citations.at(-1);
    default:
      return undefined;
  }
}

function outcomeOf(event: ModelTerminal, draft: Draft, best: Draft): CallOutcome {
  const spent = { model: event.model, usage: event.usage, cost_usd: event.cost_usd };
  if (event.type === "finish")
    return { status: "replied", reply: { ...signed(draft, event.model), finish: event.reason, ...spent } };
  const kept = event.failure.kind === "aborted" ? draft : longer(best, draft);
  return {
    status: "failed",
    failure: event.failure,
    partial: { ...signed(kept, event.model), calls: [], finish: "other", ...spent },
    spent,
  };
}

/** Thinking is given back only to the model that wrote it, so each block says whose it is. */
function signed(draft: Draft, model: string): Draft {
  const blocks = draft.blocks.map((block) => (block.type === "reasoning" ? { ...block, model } : block));
  return { ...draft, blocks };
}

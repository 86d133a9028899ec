/**
 * Converts between steps of a turn, model messages and message parts. The same steps always give the same
 * bytes.
 */

import type { MediaPart, Part, ToolResultPart } from "../../domain/message.ts";
import type { AssistantBlock, ModelMessage, ToolResultBlock } from "../ports/model.ts";
import type { CallRecord, Reply, SettledCall, SteeredMessage, StepRecord, ToolCall } from "../turn.ts";
import { goOnMessage } from "./at-token-limit.ts";
import { filesOfResults, type Rendering, resultBlock } from "./result-block.ts";

/** The parts that a finished step adds to the answer: the reply, then the results. */
function partsOfStep(step: StepRecord): Part[] {
  return [...partsOfReply(step.reply), ...settledOf(step).map(resultPart), ...mediaOf(step)];
}

/** The parts of all steps. A text that was continued after its token limit is one text. */
export function partsOfSteps(steps: readonly StepRecord[]): Part[] {
  const parts: Part[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.reply.unfit !== undefined) continue;
    const next = partsOfStep(step);
    const [last, first] = [parts.at(-1), next[0]];
    const goesOn = steps[index - 1]?.reply.cut === "goes_on";
    if (goesOn && last?.type === "text" && first?.type === "text") {
      parts.splice(-1, 1, { ...last, text: last.text + first.text }, ...next.slice(1));
    } else parts.push(...next);
  }
  return parts;
}

export function partsOfReply(reply: Reply): Part[] {
  return [...reply.blocks.map(partOfBlock), ...(reply.files ?? []), ...reply.citations];
}

/**
 * The messages that a finished step adds to the next request: steered messages, the reply, the results. They
 * are rendered with the mark of the turn's answer, as in `messagesOfAnswer`.
 */
export function messagesOfStep(step: StepRecord, rendering: Rendering): ModelMessage[] {
  const files = filesOfResults(mediaOf(step));
  const results = settledOf(step).map((result) => resultBlock(result, files, rendering));
  const steered = (step.reply.steered ?? []).map(messageOfSteered);
  const said: ModelMessage = { role: "assistant", content: step.reply.blocks };
  const all: ModelMessage[] =
    results.length > 0 ? [...steered, said, { role: "tool", content: results }] : [...steered, said];
  const { cut, unfit } = step.reply;
  if (unfit !== undefined) return [...all, { role: "user", content: [{ type: "text", text: unfit }] }];
  return cut === "goes_on" ? [...all, goOnMessage(step.reply)] : all;
}

export function messageOfSteered({ text }: SteeredMessage): ModelMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/** Settled calls in the order in which the model made them. */
export function settledOf(step: StepRecord): SettledCall[] {
  return step.reply.calls.flatMap((call) => {
    const settled = recordOf(step.calls, call, "settled");
    return settled ? [settled.result] : [];
  });
}

export function recordOf<S extends CallRecord["state"]>(
  records: readonly CallRecord[],
  call: ToolCall,
  state: S,
): Extract<CallRecord, { state: S }> | undefined {
  const isWanted = (record: CallRecord): record is Extract<CallRecord, { state: S }> =>
    record.call_id === call.call_id && record.state === state;
  return records.findLast(isWanted);
}

function partOfBlock(block: AssistantBlock): Part {
  switch (block.type) {
    case "text":
    case "reasoning":
      return block;
    case "tool_call":
      return {
        type: "tool_call",
        call_id: block.call_id as SettledCall["call_id"],
        name: block.name,
        input: block.input,
        ...(block.model !== undefined && { model: block.model }),
      };
  }
}

/**
 * Converts an answer's parts back into the messages of its steps. A run of results closes a step. Text from
 * outside is marked, here as in the turn itself.
 */
export function messagesOfAnswer(parts: readonly Part[], rendering: Rendering): ModelMessage[] {
  const messages: ModelMessage[] = [];
  const files = filesOfResults(parts);
  for (const part of parts) {
    if (part.type === "tool_result") appendResult(messages, resultBlock(part, files, rendering));
    else appendSaid(messages, part);
  }
  return messages.flatMap((message, index) => withAllResults(message, messages[index + 1]));
}

/** Providers require a result for each call; a call that waits for a person has none yet. */
function withAllResults(message: ModelMessage, next: ModelMessage | undefined): ModelMessage[] {
  if (message.role !== "assistant") return [message];
  const results = next?.role === "tool" ? next.content : [];
  const missing = message.content.flatMap((block): ToolResultBlock[] => {
    if (block.type !== "tool_call" || results.some((result) => result.call_id === block.call_id)) return [];
    const { call_id, name } = block;
    return [
      { type: "tool_result", call_id, name, content: "No result yet: the call waits.", is_error: true },
    ];
  });
  if (missing.length === 0) return [message];
  if (next?.role !== "tool") return [message, { role: "tool", content: missing }];
  next.content.push(...missing);
  return [message];
}

/** Gives a result with the reason to each call that the turn's end left without one. */
export function closeCalls(step: StepRecord, reason: string): void {
  const done = new Set(settledOf(step).map((result) => result.call_id));
  for (const { call_id, name } of step.reply.calls) {
    if (done.has(call_id)) continue;
    const result: SettledCall = { call_id, name, content: reason, is_error: true, trust: "trusted" };
    step.calls.push({ state: "settled", call_id, result });
  }
}

function appendResult(messages: ModelMessage[], block: ToolResultBlock): void {
  const last = messages.at(-1);
  if (last?.role === "tool") last.content.push(block);
  else messages.push({ role: "tool", content: [block] });
}

function appendSaid(messages: ModelMessage[], part: Part): void {
  const block = blockOfPart(part);
  if (!block) return;
  const last = messages.at(-1);
  if (last?.role === "assistant") last.content.push(block);
  else messages.push({ role: "assistant", content: [block] });
}

function blockOfPart(part: Part): AssistantBlock | undefined {
  switch (part.type) {
    case "text":
      return part.text === "" ? undefined : { type: "text", text: part.text };
    case "reasoning":
      return { ...part };
    case "tool_call":
      return { ...part };
    default:
      return undefined;
  }
}

function resultPart(result: SettledCall): ToolResultPart {
  const { call_id, name, content, is_error, trust, denied, structured_from, sources } = result;
  const links = shownAddresses(result).slice(0, MAX_KEPT_LINKS);
  return {
    type: "tool_result",
    call_id,
    name,
    content,
    is_error,
    trust,
    ...(links.length > 0 && { links }),
    ...(structured_from !== undefined && { structured_from }),
    ...(denied && { denied }),
    ...(sources && { sources }),
  };
}

/** Links of one result that are kept for later turns. */
const MAX_KEPT_LINKS = 40;

/**
 * Addresses count as shown when they are a tool's own links and pages: other text may be the model's own, and an address
 * that it printed, computed or wrote to a file first must not count as one it was shown. Nor does one that a server's result names.
 */
export function shownAddresses({ citations = [], sources = [], links = [] }: SettledCall): string[] {
  const pages = sources.filter(({ kind }) => kind === "page");
  return [...citations, ...pages].flatMap(({ url }) => url ?? []).concat(links);
}

export function mediaOf(step: StepRecord): MediaPart[] {
  return settledOf(step).flatMap((result) => result.media ?? []);
}

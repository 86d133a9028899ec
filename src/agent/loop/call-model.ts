/**
 * One model call: forwards its events and folds them into a reply. Tags are taken out of the text on the way.
 */
import type { EventBody } from "../../domain/events.ts";
import type { MediaPart } from "../../domain/message.ts";
import type { ModelFailure, ModelPort, ModelRequest, ModelTerminal } from "../ports/model.ts";
import { type Sound, SpokenPart } from "../sound/spoken-part.ts";
import { callsOfTags, toolOfTag } from "../tags/tag-calls.ts";
import { TagFilter } from "../tags/tag-filter.ts";
import type { Reply, Spending } from "../turn.ts";
import { type Draft, emptyDraft, fold, type Growth, signBlocks } from "./draft.ts";
import { Stages, type TextStage } from "./text-stages.ts";

export interface FailedCall {
  status: "failed";
  failure: ModelFailure;
  partial: Reply;
  spent: Spending;
}

export type CallOutcome = { status: "replied"; reply: Reply } | FailedCall;

/** Stores a file that the model made; undefined when it cannot be kept. Never rejects. */
export type KeepFile = (file: { media_type: string; data: string }) => Promise<MediaPart | undefined>;

export interface ModelCall {
  request: ModelRequest;
  step: number;
  /** Present only where the request wants speech. */
  sound?: Sound | undefined;
  /** Length of the answer's text before this call. */
  begins?: number;
  /** Tools that a tag may call, also those that the request does not describe. Absent: those of the request. */
  callable?: readonly { name: string }[];
  /** Stages for the reply's text; made anew when the model restarts. */
  stages?(): readonly TextStage[];
  keepFile?: KeepFile | undefined;
  /** Notices that the turn has shown already, so that one that every call repeats is shown once. */
  shownNotices?: Set<string>;
}

/** Never throws for a failure of the model: the port's streams end with exactly one terminal event. */
export async function* callModel(
  model: ModelPort,
  {
    request,
    step,
    callable = request.tools,
    stages = () => [],
    keepFile,
    sound,
    begins = 0,
    shownNotices = new Set(),
  }: ModelCall,
  signal: AbortSignal,
): AsyncGenerator<EventBody, CallOutcome> {
  let draft = emptyDraft(step);
  const tools = new Set(callable.map(({ name }) => name));
  const serves = (tag: string) => tools.has(toolOfTag(tag));
  let filter = new TagFilter(serves);
  let text = new Stages([tagsOut(filter), ...stages()]);
  const voice = new SpokenPart(sound, begins);
  for await (const event of model.stream(request, signal)) {
    if (event.type === "failed") {
      voice.end(lengthOf(draft));
      return failedCall(event, draft);
    }
    if (event.type === "finish") {
      const rest = grown(draft, { type: "text", delta: text.finish(event.reason === "length") });
      if (rest) yield rest;
      voice.end(lengthOf(draft));
      return replied(event, draft, filter);
    }
    if (event.type === "speech") {
      voice.say(event.pcm, lengthOf(draft));
      continue;
    }
    if (event.type === "restart") {
      draft = emptyDraft(step);
      voice.end(lengthOf(draft));
      filter = new TagFilter(serves);
      text = new Stages([tagsOut(filter), ...stages()]);
      yield { type: "reset", from_step: step };
      continue;
    }
    if (event.type === "file") {
      const kept = await keepFile?.(event);
      if (kept) draft.files.push(kept);
      else yield { type: "notice", level: "warning", text: NOT_KEPT };
      continue;
    }
    if (event.type === "notice" && isShown(shownNotices, event.text)) continue;
    const before = event.type === "tool_call" && grown(draft, { type: "text", delta: text.rest() });
    if (before) yield before;
    const shown = grown(
      draft,
      event.type === "text" ? { type: "text", delta: text.push(event.delta) } : event,
    );
    if (shown) yield shown;
  }
  throw new Error("a model stream ended without a terminal event");
}

function lengthOf({ blocks }: Draft): number {
  return blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
}

const NOT_KEPT = "A file of the answer could not be stored, so it is missing here. Ask for it again.";

function isShown(shownNotices: Set<string>, text: string): boolean {
  const before = shownNotices.has(text);
  shownNotices.add(text);
  return before;
}

function tagsOut(filter: TagFilter): TextStage {
  return { push: (delta) => filter.push(delta), rest: () => "", finish: () => filter.finish() };
}

/** Adds the event to the draft. Returns the event to show, if any. */
function grown(draft: Draft, event: Growth): EventBody | undefined {
  fold(draft, event);
  return shownEvent(event, draft);
}

function replied(
  event: Extract<ModelTerminal, { type: "finish" }>,
  draft: Draft,
  filter: TagFilter,
): CallOutcome {
  const { model, usage, cost_usd, reason, why } = event;
  for (const call of callsOfTags(filter.tags, draft.step)) {
    draft.calls.push(call);
    const input = call.input.ok ? call.input.value : {};
    draft.blocks.push({ type: "tool_call", call_id: call.call_id, name: call.name, input });
  }
  const spent = { model, usage, cost_usd, ...sourceOf(event) };
  const { files, ...signed } = signBlocks(draft, model);
  const reply: Reply = {
    ...signed,
    ...(files.length > 0 && { files }),
    finish: reason,
    ...(why !== undefined && { why }),
    ...spent,
  };
  return { status: "replied", reply: filter.isSilent ? { ...reply, silent: true } : reply };
}

/** Keeps what was shown: a port with a better text has shown it again before it failed. */
function failedCall(event: Extract<ModelTerminal, { type: "failed" }>, draft: Draft): CallOutcome {
  const { model, usage, cost_usd, failure } = event;
  const spent = { model, usage, cost_usd, ...sourceOf(event) };
  const blocks = signBlocks(draft, model).blocks.filter((block) => block.type !== "tool_call");
  return {
    status: "failed",
    failure,
    partial: { ...draft, blocks, calls: [], finish: "other", ...spent },
    spent,
  };
}

function sourceOf({ cost_by }: ModelTerminal): Pick<ModelTerminal, "cost_by"> {
  return cost_by === undefined ? {} : { cost_by };
}

function shownEvent(event: Growth, draft: Draft): EventBody | undefined {
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

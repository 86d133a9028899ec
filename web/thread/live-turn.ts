/** Folds a running turn's events into segments, in the order in which people saw them. */
import type { NightjarEvent } from "../../src/channels/web/wire.ts";
import type { Ask, LiveTurn, Segment, ToolSegment } from "./thread.ts";

type Of<T extends NightjarEvent["type"]> = Extract<NightjarEvent, { type: T }>;

/** A call, and its tool. */
interface NamedCall {
  call_id: string;
  name: string;
}

export function startTurn(event: Of<"turn_start">, before: LiveTurn | null): LiveTurn {
  // A turn that restarts under its own id goes on: its finished work still counts.
  const turn = before?.id === event.turn_id ? before : emptyTurn(event.turn_id ?? "", event.ts);
  return { ...turn, agent: event.agent, model: event.model, trigger: event.trigger_message_id };
}

export function emptyTurn(id: string, since: string): LiveTurn {
  const nothing = { agent: "", model: "", trigger: "", recalled: [], segments: [], answer: null };
  return { ...nothing, id, since, state: "thinking", step: 1 };
}

export function withDelta(turn: LiveTurn, kind: "text" | "reasoning", delta: string): LiveTurn {
  const last = turn.segments.at(-1);
  if (last?.kind === kind && last.step === turn.step) {
    return { ...turn, segments: [...turn.segments.slice(0, -1), { ...last, text: last.text + delta }] };
  }
  return push(turn, { kind, key: keyFor(turn.segments, kind), step: turn.step, text: delta });
}

/** Drops partial text of `from` and later steps. Calls are recorded before they start, so they stay. */
export function restartFromStep(turn: LiveTurn, from: number): LiveTurn {
  const segments = turn.segments.filter((segment) => !isVoid(segment, from));
  const restart: Segment = { kind: "restart", key: `restart:${from}`, step: from };
  return { ...turn, segments: [...segments, restart], step: from };
}

export function toolStarted(turn: LiveTurn, event: Of<"tool_start">): LiveTurn {
  const { name, input, ts } = event;
  return updateTool(turn, event, (tool) => ({
    ...tool,
    // A call that starts after its question goes on with the answer.
    ask: tool.ask?.kind === "question" ? null : tool.ask,
    name,
    input,
    started_at: tool.started_at ?? ts,
  }));
}

export function toolProgressed(turn: LiveTurn, event: Of<"tool_progress">): LiveTurn {
  return updateTool(turn, event, (tool) => ({
    ...tool,
    progress: [...tool.progress, event.data],
  }));
}

export function toolSettled(turn: LiveTurn, event: Of<"tool_result">): LiveTurn {
  const { result: content, is_error, denied, sources } = event;
  const result = { content, is_error, ...(denied && { denied }), ...(sources && { sources }) };
  return updateTool(turn, event, (tool) => ({ ...tool, result, ended_at: event.ts }));
}

/** The turn waits for a person. */
export function parkForAsk(turn: LiveTurn, call: NamedCall, ask: Ask): LiveTurn {
  return { ...updateTool(turn, call, (tool) => ({ ...tool, ask })), state: "parked" };
}

export function withNotice(turn: LiveTurn, event: Of<"notice">): LiveTurn {
  return push(turn, { kind: "notice", key: `notice:${event.seq}`, level: event.level, text: event.text });
}

export function withError(turn: LiveTurn, event: Of<"error">): LiveTurn {
  const { error, reason, retryable, seq } = event;
  return push(turn, { kind: "error", key: `error:${seq}`, error, reason, retryable });
}

export function withCitation(turn: LiveTurn, event: Of<"citation">): LiveTurn {
  const { index, url, title, source_id, source_kind, quote, start, end } = event;
  const passage = { ...(source_id && { source_id, source_kind }), ...(quote && { quote, start, end }) };
  const key = `citation:${event.seq}`;
  return push(turn, { kind: "citation", key, step: turn.step, index, url, title, ...passage } as Segment);
}

/** Stable between the live turn and its stored answer, so that nothing is drawn again. */
export function keyFor(segments: readonly Segment[], kind: "text" | "reasoning"): string {
  return `${kind}:${segments.filter((segment) => segment.kind === kind).length}`;
}

function isVoid(segment: Segment, from: number): boolean {
  switch (segment.kind) {
    case "text":
    case "reasoning":
    case "citation":
    case "restart":
      return segment.step >= from;
    default:
      return false;
  }
}

function updateTool(
  turn: LiveTurn,
  { call_id, name }: NamedCall,
  change: (tool: ToolSegment) => ToolSegment,
): LiveTurn {
  const index = turn.segments.findIndex((segment) => segment.kind === "tool" && segment.key === call_id);
  const known = turn.segments[index];
  if (known?.kind !== "tool") return push(turn, change(emptyTool(call_id, name, turn.step)));
  return { ...turn, segments: turn.segments.with(index, change(known)) };
}

function emptyTool(call_id: string, name: string, step: number): ToolSegment {
  const nothing = { input: null, progress: [], result: null, ask: null, started_at: null, ended_at: null };
  return { kind: "tool", key: call_id, step, name, ...nothing };
}

function push(turn: LiveTurn, segment: Segment): LiveTurn {
  return { ...turn, segments: [...turn.segments, segment] };
}

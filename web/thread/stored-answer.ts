/** A stored message as segments, with the same keys as while it streamed. */
import type { MediaPart, Message, Part } from "../../src/channels/web/wire.ts";
import { keyFor } from "./live-turn.ts";
import type { Ask, Entry, Segment, ToolSegment, WatchedAnswer } from "./thread.ts";

const known = new WeakMap<Message, readonly Segment[]>();

/** Returns the same array for the same message, so that the page does not redraw it. */
export function segmentsOf(message: Message): readonly Segment[] {
  const before = known.get(message);
  if (before) return before;
  const segments = message.parts.reduce<Segment[]>(addPart, []);
  known.set(message, segments);
  return segments;
}

const watchedAnswers = new WeakMap<Entry, readonly Segment[]>();

/** The stored parts, with the timing and notices that only people who watched have seen, in their places. */
export function segmentsOfEntry(entry: Entry): readonly Segment[] {
  const stored = segmentsOf(entry.message);
  if (!entry.watched) return stored;
  const before = watchedAnswers.get(entry);
  if (before) return before;
  const segments = withPassing(stored, entry.watched);
  watchedAnswers.set(entry, segments);
  return segments;
}

/** Words of others that a message quotes, the instructions of a program, and notes to the agent. */
export function isAside(part: Extract<Part, { type: "text" }>): boolean {
  return part.source !== undefined || part.is_program === true || part.heard !== undefined;
}

export function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" && !part.heard ? [part.text] : [])).join("\n\n");
}

/** A stored question is shown as one, even to people who did not see it being asked. */
export function askOfStored(tool: ToolSegment): Ask | null {
  if (tool.name !== "ask_user" || typeof tool.input !== "object" || tool.input === null) return null;
  const { question, options } = tool.input as { question?: unknown; options?: unknown };
  if (typeof question !== "string") return null;
  const choices = Array.isArray(options) ? options.filter((option) => typeof option === "string") : [];
  return { kind: "question", question, options: choices };
}

function addPart(segments: Segment[], part: Part): Segment[] {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text === "" ? segments : addText(segments, part.type, part.text);
    case "tool_call":
      return [...segments, storedCall(part)];
    case "tool_result":
      return segments.map((segment) => (segment.key === part.call_id ? withResult(segment, part) : segment));
    case "citation":
      return [...segments, citation(part, segments.length)];
    case "error":
      return [
        ...segments,
        {
          kind: "error",
          key: `error:${segments.length}`,
          error: part.error,
          reason: part.reason,
          retryable: part.retryable !== false,
        },
      ];
    case "image":
    case "audio":
    case "file":
      return [...segments, mediaOf(part, segments.length)];
  }
}

function addText(segments: Segment[], kind: "text" | "reasoning", text: string): Segment[] {
  const last = segments.at(-1);
  if (last?.kind === kind) return [...segments.slice(0, -1), { ...last, text: last.text + text }];
  return [...segments, { kind, key: keyFor(segments, kind), step: 0, text }];
}

function storedCall(part: Extract<Part, { type: "tool_call" }>): ToolSegment {
  const nothing = { progress: [], result: null, ask: null, started_at: null, ended_at: null };
  return { kind: "tool", key: part.call_id, step: 0, name: part.name, input: part.input, ...nothing };
}

function withResult(segment: Segment, part: Extract<Part, { type: "tool_result" }>): Segment {
  if (segment.kind !== "tool") return segment;
  const { content, is_error, denied, sources } = part;
  return {
    ...segment,
    result: { content, is_error, ...(denied && { denied }), ...(sources && { sources }) },
  };
}

function citation({ type: kind, ...cited }: Extract<Part, { type: "citation" }>, at: number): Segment {
  return { kind, key: `citation:${at}`, step: 0, ...cited };
}

export function mediaOf(part: MediaPart, at: number): Extract<Segment, { kind: "media" }> {
  const url = part.url ?? `/api/v1/files/${encodeURIComponent(part.file_id)}`;
  return {
    kind: "media",
    key: `media:${at}`,
    media: part.type,
    url,
    name: part.name ?? "",
    size: part.size ?? null,
  };
}

/** Each segment goes after the nearest earlier one that was stored. */
function withPassing(stored: readonly Segment[], watched: WatchedAnswer): readonly Segment[] {
  const merged = stored.map((segment) => (segment.kind === "tool" ? watchedTool(segment, watched) : segment));
  const isTold = stored.some((segment) => segment.kind === "error");
  let after = -1;
  for (const segment of watched.segments) {
    const at = merged.findIndex((other) => other.key === segment.key);
    if (at >= 0) after = at;
    else if (isPassing(segment) || (segment.kind === "error" && !isTold)) merged.splice(++after, 0, segment);
  }
  return merged;
}

function isPassing(segment: Segment): boolean {
  return segment.kind === "notice" || segment.kind === "restart";
}

function watchedTool(stored: ToolSegment, watched: WatchedAnswer): ToolSegment {
  const seen = watched.segments.find((segment) => segment.kind === "tool" && segment.key === stored.key);
  if (seen?.kind !== "tool") return stored;
  const { progress, ask, started_at, ended_at } = seen;
  return { ...stored, progress, ask, started_at, ended_at };
}

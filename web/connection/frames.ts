/** What comes out of a socket, checked once. Unknown kinds are let go by: a newer server may speak of more. */
import type { NightjarEvent, ServerFrame } from "../../src/channels/web/wire.ts";

const EVENTS: ReadonlySet<string> = new Set<NightjarEvent["type"]>([
  "message",
  "turn_start",
  "state",
  "text",
  "reasoning",
  "reset",
  "tool_start",
  "tool_progress",
  "tool_result",
  "question",
  "approval",
  "citation",
  "recall",
  "title",
  "head",
  "compaction",
  "compaction_undone",
  "delivery",
  "notice",
  "error",
  "turn_end",
]);
const FRAMES: ReadonlySet<string> = new Set<ServerFrame["type"]>(["pong", "ready", "accepted", "refused"]);

export function parseFrame(data: unknown): NightjarEvent | ServerFrame | undefined {
  const value = parseJson(data);
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  const { type } = value;
  if (typeof type !== "string") return undefined;
  if (FRAMES.has(type)) return value as ServerFrame;
  const isEvent = EVENTS.has(type) && "seq" in value && typeof value.seq === "number" && "ts" in value;
  return isEvent ? (value as NightjarEvent) : undefined;
}

function parseJson(data: unknown): unknown {
  if (typeof data !== "string") return undefined;
  try {
    return JSON.parse(data);
  } catch {
    // Not ours: a proxy's page, a cut frame. The socket's own checks decide whether it lives.
    return undefined;
  }
}

/**
 * Parses and checks frames of a conversation's socket. Unknown kinds are ignored, since a newer server may send more.
 */
import { isEventType, type NightjarEvent, type ServerFrame } from "../../src/channels/web/wire.ts";

const FRAMES: ReadonlySet<string> = new Set<ServerFrame["type"]>([
  "pong",
  "ready",
  "accepted",
  "refused",
  "speech",
]);

export function parseFrame(data: unknown): NightjarEvent | ServerFrame | undefined {
  const value = parseJson(data);
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  const { type } = value;
  if (typeof type !== "string") return undefined;
  if (FRAMES.has(type)) return value as ServerFrame;
  const isEvent = isEventType(type) && "seq" in value && typeof value.seq === "number" && "ts" in value;
  return isEvent ? (value as NightjarEvent) : undefined;
}

export function parseJson(data: unknown): unknown {
  if (typeof data !== "string") return undefined;
  try {
    return JSON.parse(data);
  } catch {
    // Not our frame: a proxy's page, or a cut one. The socket's own checks decide whether it lives.
    return undefined;
  }
}

/** Parses and checks frames of a person's socket. Unknown kinds are ignored. */
import type { PersonFrame } from "../../src/channels/web/wire.ts";
import { parseJson } from "./frames.ts";

const FRAMES: ReadonlySet<string> = new Set<PersonFrame["type"]>(["pong", "ready", "conversations", "inbox"]);

export function parsePersonFrame(data: unknown): PersonFrame | undefined {
  const value = parseJson(data);
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  return typeof value.type === "string" && FRAMES.has(value.type) ? (value as PersonFrame) : undefined;
}

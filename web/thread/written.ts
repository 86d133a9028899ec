/** Files that an agent has written in a conversation. */
import type { Exchange } from "./exchanges.ts";
import type { ToolSegment } from "./thread.ts";

const WRITERS = new Set(["write", "edit"]);

/** Path of the file that a call has written; null when it has written none, or not yet. */
export function writtenPath({ name, input, result }: ToolSegment): string | null {
  if (!WRITERS.has(name) || !result || result.is_error || result.denied) return null;
  const path = typeof input === "object" && input !== null ? (input as { path?: unknown }).path : undefined;
  return typeof path === "string" ? path : null;
}

/** Whether people read the file as a document: no agent's notes and skills. */
export function isDocument(path: string): boolean {
  return /\.(html?|svg|md|markdown|csv)$/i.test(path) && !/^([A-Z]+\.md$|skills\/)/.test(path);
}

/** Number of times that the file has been written there so far. */
export function writesOf(exchanges: readonly Exchange[], path: string): number {
  return exchanges
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === "answer" ? item.segments : []))
    .filter((segment) => segment.kind === "tool" && writtenPath(segment) === path).length;
}

/** Merges a newly read view into the shown one: known pages and timings stay. */
import type { Entry, Thread } from "./thread.ts";

export function mergeThreads(shown: Thread, fresh: Thread): Thread {
  const entries = new Map<string, Entry>(shown.entries);
  for (const [id, entry] of fresh.entries) {
    const before = shown.entries.get(id);
    entries.set(id, {
      ...entry,
      follows: entry.follows ?? before?.follows ?? null,
      watched: before?.watched ?? null,
    });
  }
  const isJoined = [...fresh.entries.keys()].some((id) => shown.entries.has(id));
  return { ...fresh, entries, older: isJoined ? shown.older : fresh.older, asides: shown.asides };
}

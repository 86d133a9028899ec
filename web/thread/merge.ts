/** Merges a newly read view into the shown one: known pages and timings stay. */
import type { Aside, Entry, Thread } from "./thread.ts";

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
  const older = isJoined ? shown.older : fresh.older;
  return withAsides({ ...fresh, entries, older }, shown.asides);
}

/** Adds notices that the thread does not have yet. A watched answer has its own in their places. */
export function withAsides(thread: Thread, asides: readonly Aside[]): Thread {
  const known = new Map([...asides, ...thread.asides].map((aside) => [aside.key, aside]));
  for (const { watched } of thread.entries.values())
    for (const { key } of watched?.segments ?? []) known.delete(key);
  return { ...thread, asides: [...known.values()] };
}

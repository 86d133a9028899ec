/** What time leaves of a memory: computed when it is looked at, never written back by the clock. */
import type { Memory, Tier } from "../ports/model.ts";

/** One cycle. The seeds of these figures counted requests; a day of use is what they stood for. */
export const CYCLE_MS = 86_400_000;
/** Below this a memory is out of search. */
export const FADED = 0.05;

export const TIERS: Record<Tier, { priority: number; decay_rate: number }> = {
  short_term: { priority: 0.6, decay_rate: 0.02 },
  long_term: { priority: 0.9, decay_rate: 0.005 },
};

export function priorityNow(
  memory: Pick<Memory, "priority" | "decay_rate" | "last_accessed" | "sticky">,
  now: number,
): number {
  if (memory.sticky) return memory.priority;
  const cycles = Math.max(0, now - memory.last_accessed) / CYCLE_MS;
  return Math.max(0, memory.priority - memory.decay_rate * cycles);
}

export function hasFaded(memory: Memory, now: number): boolean {
  return memory.faded_at !== undefined || priorityNow(memory, now) < FADED;
}

/** Priority, .3 for each word in the tags, .2 for each in the content, up to .2 for the last 24 hours. */
export function relevance(memory: Memory, keywords: readonly string[], now: number): number {
  const content = memory.content.toLowerCase();
  const tags = memory.tags.map((tag) => tag.toLowerCase());
  const matches = keywords.reduce(
    (sum, word) =>
      sum + (tags.some((tag) => tag.includes(word)) ? 0.3 : 0) + (content.includes(word) ? 0.2 : 0),
    0,
  );
  const hours = Math.max(0, now - memory.last_accessed) / 3_600_000;
  return priorityNow(memory, now) + matches + Math.max(0, 1 - hours / 24) * 0.2;
}

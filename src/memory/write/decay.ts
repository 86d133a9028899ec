/** Decay of a memory over time: computed on access, never written back periodically. */
import type { Memory, Tier } from "../ports/model.ts";

/** One decay cycle. The original figures counted requests; a day of use is what they stood for. */
export const CYCLE_MS = 86_400_000;
/** Below this priority a memory is excluded from search. */
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

/**
 * Priority, plus 0.3 for each keyword in the tags, 0.2 for each in the content, and up to 0.2 for an access
 * in the last 24 hours.
 */
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

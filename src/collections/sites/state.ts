/** State of the reading of a site: when it is due, and how it begins. */
import type { SiteSource, SiteState } from "../collection.ts";

/** A job that has not come to the next page for so long counts as gone. */
export const HELD_MS = 180_000;
const DAY_MS = 86_400_000;
const EVERY_MS: Record<SiteSource["every"], number> = { day: DAY_MS, week: 7 * DAY_MS };

export function isDue(source: SiteSource, last: SiteState | undefined, now: number): boolean {
  if (!last) return true;
  if (last.ended_at === null) return last.held_until <= now;
  return !hasLimitsOf(source, last) || now - last.ended_at >= EVERY_MS[source.every];
}

/** The state to go on with, held for this job. */
export function beginning(source: SiteSource, last: SiteState | undefined, now: number): SiteState {
  const held_until = now + HELD_MS;
  if (last && last.ended_at === null && hasLimitsOf(source, last)) return { ...last, held_until };
  const { ref, most, depth } = source;
  const queue = [{ url: ref, depth: 0 }];
  return { most, depth, queue, done: [], is_listed: false, held_until, ended_at: null, problem: null };
}

/** The states by which sites that are not being read are due at once. */
export function dueNow(sites: Readonly<Record<string, SiteState>>): Record<string, SiteState> {
  const entries = Object.entries(sites).map(([ref, state]): [string, SiteState] => {
    if (state.ended_at === null) return [ref, state];
    const queue = [{ url: ref, depth: 0 }];
    return [ref, { ...state, queue, done: [], held_until: 0, ended_at: null, problem: null }];
  });
  return Object.fromEntries(entries);
}

function hasLimitsOf({ most, depth }: SiteSource, state: SiteState): boolean {
  return most === state.most && depth === state.depth;
}

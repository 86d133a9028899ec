/** Editions of a run that has ended: what it begins the next one with. */
import { planAnew } from "./plan/plan.ts";
import { earlierReport } from "./report/changes.ts";
import { MOST_CALLS, type RaisedBounds } from "./run.ts";
import type { ResearchSnapshot } from "./stored.ts";

type EndedRun = Omit<ResearchSnapshot, "journal">;

/** Longest time that a run gathers, in ms. */
const LONGEST_MS = 30 * 60_000;

/** The run as its next edition, which compares itself with this one. `now`: ms since the epoch. */
export function nextEdition(ended: EndedRun, now: number, raised: RaisedBounds = {}): Partial<EndedRun> {
  const { init, view, edition, ended_at } = ended;
  const order = { ...init.order, gather_until: now + LONGEST_MS };
  order.ceiling_usd = Math.max(raised.ceiling_usd ?? 0, order.ceiling_usd);
  if (raised.most_calls !== undefined)
    order.most_calls = Math.max(raised.most_calls, order.most_calls ?? MOST_CALLS);
  const earlier = view ? earlierReport(view, ended_at ?? now) : undefined;
  return {
    ...(earlier && { earlier }),
    init: { ...init, order },
    edition: edition + 1,
    started_at: now,
    halts: 0,
    ended_at: null,
    state: "running",
  };
}

/** Further changes when everything is looked up again: sources and notes of this edition are none of the next one's. */
export function allAnew(ended: EndedRun): Pick<EndedRun, "plan" | "view" | "read_before"> {
  const plan = planAnew(ended.plan);
  const view = ended.view && {
    ...ended.view,
    plan: plan.steps,
    sources: [],
    notes: [],
    contradictions: [],
  };
  return { plan, view, read_before: hashesRead(ended) };
}

/** Hashes of all texts that the run has read. */
export function hashesRead({ view, read_before = [] }: Pick<EndedRun, "view" | "read_before">): string[] {
  return [...new Set([...read_before, ...(view?.sources ?? []).map(({ hash }) => hash)])];
}

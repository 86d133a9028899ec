/** Rings the doorbell for jobs, by the queue and the delay that each wants. */
import { type Job, PRIORITIES } from "./job.ts";
import type { Doorbell, PriorityRange, Urgency } from "./ports.ts";

/** Priorities of the jobs that ring each queue. The interactive one batches nothing. */
export const PRIORITIES_OF: Record<Urgency, PriorityRange> = {
  interactive: { from: 1, to: PRIORITIES.build },
  background: { from: PRIORITIES.build + 1, to: 10 },
};
/** The longest delay that Queues accept. */
const LONGEST_DELAY_S = 12 * 3600;

export interface RingDeps {
  doorbell: Doorbell;
  now(): number;
  log(event: string, fields: Record<string, string | number>): void;
}

/** A failure to ring is ignored: the sweep will ring again. */
export async function ring(deps: RingDeps, jobs: readonly Job[]): Promise<void> {
  const now = deps.now();
  const groups = Map.groupBy(jobs, (job) => `${urgencyOf(job)} ${delayOf(job, now)}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    try {
      const ids = group.map((job) => job.id);
      await deps.doorbell.ring(urgencyOf(first), ids, delayOf(first, now));
    } catch (cause) {
      deps.log("doorbell_failed", { jobs: group.length, cause: String(cause) });
    }
  }
}

function urgencyOf(job: Job): Urgency {
  return job.priority <= PRIORITIES_OF.interactive.to ? "interactive" : "background";
}

function delayOf(job: Job, now: number): number {
  return Math.min(LONGEST_DELAY_S, Math.max(0, Math.ceil((job.run_after - now) / 1000)));
}

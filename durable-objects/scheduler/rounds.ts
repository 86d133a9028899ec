/** A round of the scheduler: what is due is begun, what runs is looked after, and it is known when to wake next. */
import type { Log } from "../../src/observability/log-port.ts";
import type { SchedulePorts } from "../../src/schedules/ports.ts";
import { type AttendDeps, attend } from "./attend.ts";
import { beginDue, prune } from "./begin-due.ts";
import type { BeginPace } from "./pace.ts";
import type { SchedulerRows, StoredRun } from "./rows.ts";

export interface RoundDeps {
  rows: SchedulerRows;
  ports: SchedulePorts;
  owner: string;
  now(): number;
  log: Log;
  /** One for each life of the object. */
  pace: BeginPace;
}

/**
 * As many runs are begun in a round as the house takes, and the next round comes a second later: what is due all at once is
 * spread, and the turns of people in between wait for no queue of schedules. To look after one that is under way is little
 * work.
 */
const FOLLOWED_AT_ONCE = 40;
const ROUND_MS = 1_000;
const LONGEST_REST_MS = 5_000;
const FAULT_PAUSE_MS = 15_000;

/** When to wake next, in ms since the epoch; null: never. Never rejects: what failed is tried again. */
export async function round(deps: RoundDeps): Promise<number | null> {
  const { rows, now, log, pace } = deps;
  const began = now();
  try {
    await beginDue(deps, began);
    const [toBegin, toFollow] = [rows.toBegin(began, pace.most), rows.toFollow(began, FOLLOWED_AT_ONCE)];
    const begun = Promise.all(toBegin.map((run) => looked(deps, run)));
    void begun.then(() => pace.took(toBegin.length, now() - began));
    await Promise.all([begun, ...toFollow.map((run) => looked(deps, run))]);
  } catch (problem) {
    log.error("scheduler_round_failed", { problem: String(problem) });
    return now() + FAULT_PAUSE_MS;
  }
  const next = rows.nextWake();
  // A house that was slow is left in peace for as long again.
  return next === null
    ? null
    : Math.max(next, began + ROUND_MS, now() + Math.min(now() - began, LONGEST_REST_MS));
}

/** Never rejects. */
async function looked(deps: RoundDeps, run: StoredRun): Promise<void> {
  const { rows, log, now } = deps;
  try {
    await one(deps, run);
  } catch (problem) {
    log.warn("schedule_not_attended", { schedule: run.schedule_id, problem: String(problem) });
    const stands = rows.run(run);
    if (stands) rows.saveRun({ ...stands, tries: stands.tries + 1, check_at: now() + FAULT_PAUSE_MS });
  }
}

async function one(deps: AttendDeps, run: StoredRun): Promise<void> {
  const { rows, ports, owner } = deps;
  const schedule = rows.get(run.schedule_id);
  if (!schedule) return rows.removeRun(run);
  await attend(deps, schedule, run);
  const isSettled = rows.run(run)?.check_at === null;
  if (isSettled)
    await prune(rows, schedule, async ({ conversation_id }) => {
      if (conversation_id !== null) await ports.forget(owner, conversation_id);
    });
}

/** One round of the scheduler: it begins due runs, follows running ones and returns when to wake next. */
import type { Log } from "../../src/observability/log-port.ts";
import type { SchedulePorts } from "../../src/schedules/ports.ts";
import { type AttendDeps, attend } from "./attend.ts";
import { beginDue, prune } from "./begin-due.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { SchedulerRows, StoredRun } from "./rows.ts";

interface RoundDeps {
  rows: SchedulerRows;
  ports: SchedulePorts;
  owner: string;
  now(): number;
  log: Log;
  /** Lives as long as the object does. */
  pace: ConcurrencyLimit;
}

/**
 * Bounds of a round. A round begins only as many runs as the instance takes, and the next one comes a second
 * later. Schedules that are due at once are spread, so people's turns do not queue behind them. Following a
 * run costs little.
 */
const FOLLOWED_AT_ONCE = 40;
const ROUND_MS = 1_000;
const LONGEST_REST_MS = 5_000;
const FAULT_PAUSE_MS = 15_000;

/**
 * Returns when to wake next, in ms since the epoch; null: never. Never rejects; a failed round is tried
 * again.
 */
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
  // After a slow round the instance rests for as long as the round took.
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

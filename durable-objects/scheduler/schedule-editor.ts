/** People's operations on their schedules. Their input was validated before it came here. */
import { failure, type Result } from "../../src/domain/errors.ts";
import type { Maker, Schedule, ScheduleId, ScheduleSpec } from "../../src/schedules/schedule.ts";
import { timedOf } from "../../src/schedules/timing/due.ts";
import { nextAfter } from "../../src/schedules/timing/occurrences.ts";
import { newRun } from "./begin-due.ts";
import type { SchedulerRows, StoredRun } from "./rows.ts";

export interface NewSchedule {
  id: ScheduleId;
  wish: ScheduleSpec;
  maker: Maker;
}

export class ScheduleEditor {
  private readonly rows: SchedulerRows;
  private readonly now: () => number;

  constructor(rows: SchedulerRows, now: () => number) {
    this.rows = rows;
    this.now = now;
  }

  /** Idempotent: an existing schedule with this id is returned unchanged. */
  create({ id, wish, maker }: NewSchedule): Result<Schedule> {
    const known = this.rows.get(id);
    if (known) return { ok: true, value: known };
    const now = this.now();
    const blank = { state: "active", reason: null, next_at: null, seen_at: now } as const;
    const counted = { skipped: 0, skip_reason: null, runs: 0, cost_usd: 0, created_at: now, updated_at: now };
    return this.armed({ id, wish, maker, ...blank, ...counted }, (schedule) => this.rows.add(schedule));
  }

  /** A changed schedule also holds the words of whoever changed it. A paused one stays paused. */
  change(id: string, wish: ScheduleSpec, maker: Maker): Result<Schedule> {
    const known = this.rows.get(id);
    if (!known) return NONE;
    const schedule = { ...known, wish, maker: both(known.maker, maker) };
    const state = known.state === "paused" ? "paused" : "active";
    return this.armed({ ...schedule, state, reason: null }, (changed) => this.rows.change(changed));
  }

  pause(id: string): Result<Schedule> {
    const known = this.rows.get(id);
    if (!known) return NONE;
    if (known.state === "done") return refused("It has no more runs: there is nothing to pause.");
    return this.changed({ ...known, state: "paused", reason: null, next_at: null });
  }

  /** Resumes from now on; missed times are not made up for. */
  resume(id: string): Result<Schedule> {
    const known = this.rows.get(id);
    if (!known) return NONE;
    if (known.state === "active") return { ok: true, value: known };
    return this.armed({ ...known, state: "active", reason: null }, (schedule) => this.rows.change(schedule));
  }

  /**
   * Starts a run at once, whatever the schedule's times. `items`: entries of the heartbeat file for its
   * agent.
   */
  runNow(id: string, items: string | null = null): Result<StoredRun> {
    const known = this.rows.get(id);
    if (!known) return NONE;
    if (known.wish.kind === "heartbeat" && items === null) return refused(NOTHING_TO_SEE_TO);
    if (this.rows.isPending(known.id)) return refused("It is running now. Wait until that run has ended.");
    const run: StoredRun = { ...newRun(known, this.now(), this.now()), cause: "person", items };
    if (!this.rows.addRun(run)) return refused("It has just started.");
    return { ok: true, value: run };
  }

  remove(id: string): Result<true> {
    const known = this.rows.get(id);
    return known && this.rows.remove(known.id) ? { ok: true, value: true } : NONE;
  }

  private armed(schedule: Schedule, write: (schedule: Schedule) => void): Result<Schedule> {
    const now = this.now();
    const next_at = nextAfter(timedOf(schedule), now);
    if (next_at === null) return refused(NEVER);
    const armed = {
      ...schedule,
      next_at: schedule.state === "active" ? next_at : null,
      seen_at: now,
      updated_at: now,
    };
    write(armed);
    return { ok: true, value: armed };
  }

  private changed(schedule: Schedule): Result<Schedule> {
    const changed = { ...schedule, updated_at: this.now() };
    this.rows.change(changed);
    return { ok: true, value: changed };
  }
}

const NONE = {
  ok: false,
  failure: failure("resource_not_found", "There is no such schedule, or it is not yours."),
} as const;

const NOTHING_TO_SEE_TO = "HEARTBEAT.md is empty or missing: write in it what the agent should check.";

const NEVER = "It would never run: the time is past, or always in quiet hours. Choose another time.";

function refused(reason: string): { ok: false; failure: ReturnType<typeof failure> } {
  return { ok: false, failure: failure("conflict", reason) };
}

/** Untrusted stays untrusted, whoever edits the schedule. */
function both(known: Maker, other: Maker): Maker {
  const actor = other.actor ?? known.actor;
  const trust = known.trust === "untrusted" ? "untrusted" : other.trust;
  return { trust, ...(actor && { actor }) };
}

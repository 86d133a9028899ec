/** Creates the runs of due schedules and sets each schedule's next time. */
import { dueItems } from "../../src/schedules/heartbeat-file.ts";
import type { HeartbeatFile, SchedulePorts } from "../../src/schedules/ports.ts";
import type { Run, Schedule } from "../../src/schedules/schedule.ts";
import { planOf, timedOf } from "../../src/schedules/timing/due.ts";
import { nextAfter } from "../../src/schedules/timing/occurrences.ts";
import type { SchedulerRows, StoredRun } from "./rows.ts";

interface BeginDeps {
  rows: SchedulerRows;
  ports: Pick<SchedulePorts, "heartbeatFile">;
  owner: string;
}

const FILE_PAUSE_MS = 60_000;
/** Runs that are kept per schedule. */
const KEPT_RUNS = 30;

/** All schedules that need no file share one transaction. */
export async function beginDue({ rows, ports, owner }: BeginDeps, now: number): Promise<void> {
  const due = rows.due(now);
  const beats = due.filter(({ wish }) => wish.kind === "heartbeat");
  rows.transaction(() => {
    for (const schedule of due)
      if (schedule.wish.kind !== "heartbeat") begin(rows, { schedule, now, items: null });
  });
  if (beats.length === 0) return;
  const files = await filesOf({ ports, owner }, beats);
  rows.transaction(() => {
    for (const { id, wish } of beats)
      beat(rows, { schedule: rows.get(id), file: files.get(wish.agent), now });
  });
}

/** Heartbeat files by agent; one that cannot be read now is missing. */
async function filesOf(
  { ports, owner }: Pick<BeginDeps, "ports" | "owner">,
  beats: readonly Schedule[],
): Promise<Map<string | null, HeartbeatFile>> {
  const agents = [...new Set(beats.map(({ wish }) => wish.agent))];
  const read = await Promise.all(
    agents.map(async (agent) => {
      const file = await ports.heartbeatFile(owner, agent).catch(() => undefined);
      return file ? [[agent, file] as const] : [];
    }),
  );
  return new Map(read.flat());
}

interface Beating {
  /** Undefined when somebody has removed it meanwhile. */
  schedule: Schedule | undefined;
  /** Undefined when it cannot be read now. */
  file: HeartbeatFile | undefined;
  now: number;
}

function beat(rows: SchedulerRows, { schedule, file, now }: Beating): void {
  if (schedule?.next_at == null || schedule.next_at > now || schedule.state !== "active") return;
  if (!file) {
    rows.pass({ ...schedule, next_at: now + FILE_PAUSE_MS });
    return;
  }
  const { seen_at: last, wish } = schedule;
  const items = file.waits ? null : dueItems(file.text, { last, now, zone: wish.time_zone });
  if (items === null) rows.pass(passedOver(schedule, skipReason(file), now));
  else begin(rows, { schedule, now, items });
}

function passedOver(schedule: Schedule, skip_reason: string, now: number): Schedule {
  const next_at = nextAfter(timedOf(schedule), now);
  return { ...schedule, next_at, seen_at: now, skipped: schedule.skipped + 1, skip_reason };
}

function skipReason({ path, text, waits }: HeartbeatFile): string {
  if (waits) return `${path} may hold somebody else's words: look at it under Files, and save it there.`;
  return text === null ? `There is no ${path} in the workspace.` : `Nothing in ${path} was due.`;
}

function begin(
  rows: SchedulerRows,
  { schedule, now, items }: { schedule: Schedule; now: number; items: string | null },
): void {
  const { next_at: first } = schedule;
  if (first === null) return;
  const plan = planOf({ ...schedule, next_at: first }, now, rows.isPending(schedule.id));
  const { next_at, state, skip, skipped } = plan;
  const skip_reason = skip?.reason ?? schedule.skip_reason;
  rows.pass({ ...schedule, next_at, state, seen_at: now, skipped: schedule.skipped + skipped, skip_reason });
  if (skip) rows.addRun(skippedRun(newRun(schedule, skip.occurrence, now), skip.reason));
  if (plan.run) rows.addRun({ ...newRun(schedule, plan.run.occurrence, now), note: plan.run.note, items });
}

export function newRun({ id }: Pick<Schedule, "id">, occurrence: number, now: number): StoredRun {
  return {
    schedule_id: id,
    occurrence,
    state: "queued",
    delivery: "none",
    cause: "time",
    ...NOWHERE,
    check_at: now,
    tries: 0,
    started_at: now,
    ended_at: null,
  };
}

const NOWHERE = {
  note: null,
  items: null,
  conversation_id: null,
  turn_id: null,
  told_in: null,
  told_as: null,
  words: null,
  trust: "trusted" as const,
  reason: null,
  delivery_reason: null,
  cost_usd: null,
} satisfies Partial<StoredRun>;

function skippedRun(run: StoredRun, reason: string): StoredRun {
  return { ...run, state: "skipped", reason, check_at: null, ended_at: run.started_at };
}

/** Removes runs beyond the kept ones, together with conversations of their own. Never rejects. */
export async function prune(
  rows: SchedulerRows,
  schedule: Schedule,
  forget: (run: Run) => Promise<void>,
): Promise<void> {
  for (const run of rows.old(schedule.id, KEPT_RUNS)) {
    try {
      if (schedule.wish.runs_in === "isolated") await forget(run);
      rows.removeRun(run);
    } catch {
      return; // It is tried again after the next run.
    }
  }
}

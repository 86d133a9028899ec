/**
 * Follows one run into its conversation, to its end, and its result to its destination. Each step may happen
 * twice, since the machine may die before the row that records it.
 */
import { failureText, stoppedText, waitingText } from "../../src/schedules/notice.ts";
import type { RunProgress, SchedulePorts } from "../../src/schedules/ports.ts";
import { runKey, type Schedule } from "../../src/schedules/schedule.ts";
import type { SchedulerRows, StoredRun } from "./rows.ts";

export interface AttendDeps {
  rows: SchedulerRows;
  ports: SchedulePorts;
  owner: string;
  now(): number;
}

/** A run that cannot begin, or a result that cannot be delivered, is given up after this time. */
const GIVE_UP_MS = 6 * 3_600_000;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 300_000;

type Ended = Extract<RunProgress, { words: string }>;

/** Takes the run one step further. May reject, and then leaves the run as it was. */
export async function attend(deps: AttendDeps, schedule: Schedule, run: StoredRun): Promise<void> {
  if (run.state === "queued") return enter(deps, schedule, run);
  if (run.state === "running" || run.state === "waiting") return look(deps, schedule, run);
  return run.told_as === null && run.words !== null ? tell(deps, schedule, run) : follow(deps, run);
}

async function enter(
  { ports, rows, owner, now }: AttendDeps,
  schedule: Schedule,
  run: StoredRun,
): Promise<void> {
  const entered = await ports.enter({ owner, schedule, run, items: run.items });
  switch (entered.status) {
    case "taken": {
      const { conversation_id, turn_id } = entered;
      const at = { conversation_id, turn_id, tries: 0, check_at: now() + SHORTEST_MS };
      return rows.saveRun({ ...run, ...at, state: "running" });
    }
    case "later":
      if (now() - run.started_at < GIVE_UP_MS) return rows.saveRun(triedAgain(run, entered.reason, now()));
      return failed(rows, schedule, { run, reason: entered.reason, now: now() });
    case "failed":
      return failed(rows, schedule, { run, reason: entered.reason, now: now() });
  }
}

function triedAgain(run: StoredRun, reason: string, now: number): StoredRun {
  const tries = run.tries + 1;
  return { ...run, tries, reason, check_at: now + Math.min(SHORTEST_MS * 2 ** tries, LONGEST_MS) };
}

/** The run never began: the failure is delivered in place of a result. */
function failed(
  rows: SchedulerRows,
  schedule: Schedule,
  { run, reason, now }: { run: StoredRun; reason: string; now: number },
): void {
  const outcome = { words: failureText(schedule, reason), delivery: "pending" as const };
  ended(rows, { ...run, ...outcome, state: "failed", reason, check_at: now, tries: 0, ended_at: now });
}

/** Stores the ended run and adds its cost to the schedule, once. */
function ended(rows: SchedulerRows, run: StoredRun): void {
  rows.transaction(() => {
    rows.saveRun(run);
    rows.count(run.schedule_id, run.cost_usd ?? 0);
  });
}

async function look(deps: AttendDeps, schedule: Schedule, run: StoredRun): Promise<void> {
  const { ports, rows, owner, now } = deps;
  const seen = await ports.look(owner, run);
  switch (seen.status) {
    case "running":
      return rows.saveRun({ ...run, state: "running", ...lookedAgain(run, now()) });
    case "waiting":
      if (run.state !== "waiting") await tellWaiting(deps, schedule, run);
      return rows.saveRun({ ...run, state: "waiting", ...lookedAgain(run, now()) });
    case "gone": {
      const reason = "Its conversation was deleted before it had ended.";
      const at = { check_at: null, ended_at: now(), delivery: "none" as const };
      return ended(rows, { ...run, ...at, state: "failed", reason });
    }
    default:
      return settle(deps, schedule, { run, seen });
  }
}

/** A run in the target's own conversation has already asked its people there. */
async function tellWaiting({ ports, owner }: AttendDeps, schedule: Schedule, run: StoredRun): Promise<void> {
  if (schedule.wish.runs_in === "conversation") return;
  const text = waitingText(schedule);
  await ports.tell({ owner, schedule, key: `${runKey(run)}:waits`, text, trust: "trusted" });
}

/** Backs off the longer a run takes, counted from its real start, however late that was. */
function lookedAgain({ tries }: StoredRun, now: number): Pick<StoredRun, "tries" | "check_at"> {
  return { tries: tries + 1, check_at: now + Math.min(SHORTEST_MS * 1.5 ** tries, LONGEST_MS) };
}

function settle(
  { rows, now }: AttendDeps,
  schedule: Schedule,
  { run, seen }: { run: StoredRun; seen: Ended },
): void {
  const { status, reason, cost_usd, trust } = seen;
  const base = { ...run, state: status, reason, cost_usd, trust, tries: 0, check_at: now(), ended_at: now() };
  const isStopping = schedule.wish.kind === "heartbeat" && status === "failed" && seen.isLasting;
  const words = isStopping ? stoppedText(schedule, reason ?? "") : toTell(schedule, seen);
  rows.transaction(() => {
    if (isStopping)
      rows.pass({ ...(rows.get(schedule.id) ?? schedule), state: "stopped", reason, next_at: null });
    ended(rows, words === null ? shownThere(base, seen) : { ...base, words, delivery: "pending" });
  });
}

/** Text to deliver elsewhere; null when there is none or the result stands where it is read. */
function toTell(schedule: Schedule, { status, words, reason }: Ended): string | null {
  if (schedule.wish.runs_in === "conversation") return null;
  if (status !== "completed") return failureText(schedule, reason ?? "It was stopped.");
  return words.trim() === "" ? null : words;
}

function shownThere(run: StoredRun, { delivery, words, status }: Ended): StoredRun {
  const isSilent = status === "completed" && words.trim() === "";
  if (isSilent) return { ...run, delivery: "silent", check_at: null };
  return { ...run, delivery, check_at: delivery === "pending" ? run.check_at : null };
}

async function tell(
  { ports, rows, owner, now }: AttendDeps,
  schedule: Schedule,
  run: StoredRun,
): Promise<void> {
  const { words, trust } = run;
  const key = `${runKey(run)}:told`;
  const receipt = await ports.tell({ owner, schedule, key, text: words ?? "", trust });
  switch (receipt.status) {
    case "taken": {
      const { conversation_id: told_in, message_id: told_as } = receipt;
      return rows.saveRun({
        ...run,
        told_in,
        told_as: told_as ?? "",
        tries: 0,
        check_at: now() + SHORTEST_MS,
      });
    }
    case "later": {
      const again = {
        ...triedAgain(run, receipt.reason, now()),
        reason: run.reason,
        delivery_reason: receipt.reason,
      };
      const isOver = now() - (run.ended_at ?? run.started_at) >= GIVE_UP_MS;
      return rows.saveRun(isOver ? { ...again, delivery: "failed", check_at: null } : again);
    }
    case "failed":
      return rows.saveRun({ ...run, delivery: "failed", delivery_reason: receipt.reason, check_at: null });
  }
}

/** Follows a result on its way to a chat. */
async function follow({ ports, rows, owner, now }: AttendDeps, run: StoredRun): Promise<void> {
  const { state, reason } = await (run.told_in === null
    ? shown(ports, owner, run)
    : toldOf(ports, owner, run));
  const check_at = state === "pending" ? now() + followPause(run, now()) : null;
  rows.saveRun({ ...run, delivery: state, delivery_reason: reason, check_at });
}

function followPause({ ended_at }: StoredRun, now: number): number {
  return Math.min(Math.max(now - (ended_at ?? now), 2 * SHORTEST_MS), LONGEST_MS);
}

async function shown(ports: SchedulePorts, owner: string, run: StoredRun) {
  const seen = await ports.look(owner, run);
  if ("delivery" in seen) return { state: seen.delivery, reason: null };
  return { state: "failed" as const, reason: "Its conversation no longer exists." };
}

async function toldOf(ports: SchedulePorts, owner: string, { told_in, told_as }: StoredRun) {
  if (told_in === null || !told_as) return { state: "sent" as const, reason: null };
  return ports.deliveryOf({ owner, conversation_id: told_in, message_id: told_as });
}

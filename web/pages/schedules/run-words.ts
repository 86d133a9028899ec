/** Runs in words for people. */
import type { ScheduleRun } from "../../api/schedules.ts";

export const STATES: Record<ScheduleRun["state"], string> = {
  queued: "About to run",
  running: "Running",
  waiting: "Waits for you",
  completed: "Done",
  halted: "Stopped",
  failed: "Failed",
  skipped: "Skipped",
};

export const DELIVERIES: Record<ScheduleRun["delivery"], string> = {
  none: "",
  pending: "being told",
  sent: "told",
  failed: "not told",
  silent: "nothing to say",
};

/** By the clock of that zone. */
export function timeText(at: string, timeZone: string): string {
  return new Date(at).toLocaleString(undefined, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
}

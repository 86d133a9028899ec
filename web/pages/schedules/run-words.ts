/** Texts about runs. */

import type { Schedule, ScheduleRun } from "../../api/schedules.ts";
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";

export const STATES: Record<ScheduleRun["state"], string> = {
  queued: t("About to run"),
  running: t("Running"),
  waiting: t("Waits for you"),
  completed: t("Done"),
  halted: t("Stopped"),
  failed: t("Failed"),
  skipped: t("Skipped"),
};

export const TONES = {
  queued: "idle",
  running: "busy",
  waiting: "busy",
  completed: "good",
  halted: "idle",
  failed: "bad",
  skipped: "idle",
} as const satisfies Record<ScheduleRun["state"], string>;

/** States of a schedule that is not active. */
export const SCHEDULE_STATES: Record<Schedule["state"], string> = {
  active: "",
  paused: t("paused"),
  stopped: t("stopped"),
  done: t("done"),
};

export const DELIVERIES: Record<ScheduleRun["delivery"], string> = {
  none: "",
  pending: t("delivering"),
  sent: t("delivered"),
  failed: t("not delivered"),
  silent: t("nothing to say"),
};

/** The time in that time zone. */
export function timeText(at: string, timeZone: string): string {
  return new Date(at).toLocaleString(locale, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
}

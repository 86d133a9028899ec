/** Schedules: their times, and the outcomes of their runs. */
import type { Page } from "../../src/channels/web/wire.ts";
import type {
  Occurrence,
  Schedule,
  ScheduleChange,
  ScheduleFields,
  SchedulePreview,
  ScheduleRun,
  TimingFields,
} from "../../src/contract/schedules.ts";
import { call, query, type Result } from "./http.ts";

export type { Occurrence, Schedule, ScheduleFields, SchedulePreview, ScheduleRun, TimingFields };

export function listSchedules(): Promise<Result<{ items: Schedule[] }>> {
  return call("GET", "/schedules");
}

export function createSchedule(fields: ScheduleFields): Promise<Result<Schedule>> {
  return call("POST", "/schedules", fields);
}

export function changeSchedule(id: string, change: ScheduleChange): Promise<Result<Schedule>> {
  return call("PATCH", addressOf(id), change);
}

export function removeSchedule(id: string): Promise<Result<null>> {
  return call("DELETE", addressOf(id));
}

export function pauseSchedule(id: string): Promise<Result<Schedule>> {
  return call("POST", `${addressOf(id)}/pause`, {});
}

export function resumeSchedule(id: string): Promise<Result<Schedule>> {
  return call("POST", `${addressOf(id)}/resume`, {});
}

export function runSchedule(id: string): Promise<Result<ScheduleRun>> {
  return call("POST", `${addressOf(id)}/run`, {});
}

export function listRuns(id: string, cursor: string | null): Promise<Result<Page<ScheduleRun>>> {
  return call("GET", `${addressOf(id)}/runs${query({ cursor })}`);
}

export function previewTiming(timing: TimingFields): Promise<Result<SchedulePreview>> {
  return call("POST", "/schedules/preview", timing);
}

export function readCalendar(from: Date, until: Date): Promise<Result<{ items: Occurrence[] }>> {
  return call("GET", `/schedules/calendar${query({ from: from.toISOString(), until: until.toISOString() })}`);
}

function addressOf(id: string): string {
  return `/schedules/${encodeURIComponent(id)}`;
}

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
import { api, type Result } from "./http.ts";

export type { Occurrence, Schedule, ScheduleFields, SchedulePreview, ScheduleRun, TimingFields };

export function listSchedules(): Promise<Result<{ items: Schedule[] }>> {
  return api("GET /schedules");
}

export function createSchedule(fields: ScheduleFields): Promise<Result<Schedule>> {
  return api("POST /schedules", {}, fields);
}

export function changeSchedule(id: string, change: ScheduleChange): Promise<Result<Schedule>> {
  return api("PATCH /schedules/{id}", { id }, change);
}

export function removeSchedule(id: string): Promise<Result<null>> {
  return api("DELETE /schedules/{id}", { id });
}

export function pauseSchedule(id: string): Promise<Result<Schedule>> {
  return api("POST /schedules/{id}/pause", { id }, {});
}

export function resumeSchedule(id: string): Promise<Result<Schedule>> {
  return api("POST /schedules/{id}/resume", { id }, {});
}

export function runSchedule(id: string): Promise<Result<ScheduleRun>> {
  return api("POST /schedules/{id}/run", { id }, {});
}

export function listRuns(id: string, cursor: string | null): Promise<Result<Page<ScheduleRun>>> {
  return api("GET /schedules/{id}/runs", { id, cursor });
}

export function previewTiming(timing: TimingFields): Promise<Result<SchedulePreview>> {
  return api("POST /schedules/preview", {}, timing);
}

export function readCalendar(from: Date, until: Date): Promise<Result<{ items: Occurrence[] }>> {
  return api("GET /schedules/calendar", { from: from.toISOString(), until: until.toISOString() });
}

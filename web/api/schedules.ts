/** Schedules: their times, and the outcomes of their runs. */
import { call, query, type Result } from "./http.ts";

export interface Timing {
  cron?: string;
  every_minutes?: number;
  /** ISO 8601; without a zone by the clock of `time_zone`. */
  at?: string;
  time_zone?: string;
  quiet?: Quiet | null;
}

export interface Quiet {
  from: string;
  to: string;
}

type ScheduleKind = "cron" | "heartbeat" | "once";

/** A schedule's settings, as a person enters them. */
export interface ScheduleFields extends Timing {
  kind: ScheduleKind;
  name: string;
  text: string;
  agent: string | null;
  missed: "once" | "skip";
  /** Undefined for a heartbeat. */
  runs_in?: "conversation" | "isolated";
  conversation_id: string | null;
  channel: string | null;
}

export interface ScheduleRun {
  /** The time that the run is for. ISO 8601, like all times. */
  occurrence: string;
  state: "queued" | "running" | "waiting" | "completed" | "halted" | "failed" | "skipped";
  delivery: "none" | "pending" | "sent" | "failed" | "silent";
  cause: "time" | "person";
  conversation_id: string | null;
  told_in: string | null;
  reason: string | null;
  delivery_reason: string | null;
  cost_usd: number | null;
  started_at: string;
  ended_at: string | null;
}

export interface Schedule {
  id: string;
  kind: ScheduleKind;
  name: string;
  text: string;
  agent: string | null;
  cron: string | null;
  every_minutes: number | null;
  at: string | null;
  time_zone: string;
  quiet: Quiet | null;
  missed: "once" | "skip";
  runs_in: "conversation" | "isolated";
  conversation_id: string | null;
  channel: string | null;
  words: string;
  state: "active" | "paused" | "stopped" | "done";
  reason: string | null;
  next_at: string | null;
  last_run: ScheduleRun | null;
  skipped: number;
  skip_reason: string | null;
  runs: number;
  cost_usd: number;
}

export interface Preview {
  words: string;
  time_zone: string;
  next: string[];
}

export interface Occurrence {
  schedule_id: string;
  name: string;
  kind: ScheduleKind;
  at: string;
}

export function listSchedules(): Promise<Result<{ items: Schedule[] }>> {
  return call("GET", "/schedules");
}

export function createSchedule(fields: ScheduleFields): Promise<Result<Schedule>> {
  return call("POST", "/schedules", fields);
}

export function changeSchedule(id: string, change: Partial<ScheduleFields>): Promise<Result<Schedule>> {
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

export function listRuns(
  id: string,
  cursor: string | null,
): Promise<Result<{ items: ScheduleRun[]; next_cursor: string | null }>> {
  return call("GET", `${addressOf(id)}/runs${query({ cursor })}`);
}

export function previewTiming(timing: Timing): Promise<Result<Preview>> {
  return call("POST", "/schedules/preview", timing);
}

export function readCalendar(from: Date, until: Date): Promise<Result<{ items: Occurrence[] }>> {
  return call("GET", `/schedules/calendar${query({ from: from.toISOString(), until: until.toISOString() })}`);
}

function addressOf(id: string): string {
  return `/schedules/${encodeURIComponent(id)}`;
}

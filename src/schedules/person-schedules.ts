/** The schedules of one person; implementations differ in where they are stored. */
import type { Result } from "../domain/errors.ts";
import type { Maker, Run, Schedule, ScheduleId, ScheduleSpec } from "./schedule.ts";

export interface RunPage {
  /** Return runs before this occurrence; null: from the newest. */
  before: number | null;
  limit: number;
}

export interface ScheduleWithLastRun {
  schedule: Schedule;
  /** The newest run, whatever its outcome. */
  last: Run | null;
}

/** A refused method returns the error and has changed nothing. */
export interface PersonSchedules {
  /** Sorted by next occurrence. */
  list(): Promise<ScheduleWithLastRun[]>;
  find(id: string): Promise<ScheduleWithLastRun | undefined>;
  /** Idempotent: a known id returns the existing schedule. */
  create(schedule: { id: ScheduleId; wish: ScheduleSpec; maker: Maker }): Promise<Result<Schedule>>;
  change(id: ScheduleId, wish: ScheduleSpec, maker: Maker): Promise<Result<Schedule>>;
  pause(id: ScheduleId): Promise<Result<Schedule>>;
  resume(id: ScheduleId): Promise<Result<Schedule>>;
  runNow(id: ScheduleId): Promise<Result<Run>>;
  remove(id: string): Promise<Result<true>>;
  /** Newest first. */
  runs(id: ScheduleId, page: RunPage): Promise<Run[]>;
}

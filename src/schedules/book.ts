/** The schedules of one person; implementations differ in where they are stored. */
import type { Result } from "../domain/errors.ts";
import type { Maker, Run, Schedule, ScheduleId, Wish } from "./schedule.ts";

export interface RunPage {
  /** Return runs before this occurrence; null: from the newest. */
  before: number | null;
  limit: number;
}

export interface Listed {
  schedule: Schedule;
  /** The newest run, whatever its outcome. */
  last: Run | null;
}

/** A refused method returns the error and has changed nothing. */
export interface ScheduleBook {
  /** Sorted by next occurrence. */
  list(): Promise<Listed[]>;
  find(id: string): Promise<Listed | undefined>;
  /** Idempotent: a known id returns the existing schedule. */
  create(schedule: { id: ScheduleId; wish: Wish; maker: Maker }): Promise<Result<Schedule>>;
  change(id: ScheduleId, wish: Wish, maker: Maker): Promise<Result<Schedule>>;
  pause(id: ScheduleId): Promise<Result<Schedule>>;
  resume(id: ScheduleId): Promise<Result<Schedule>>;
  runNow(id: ScheduleId): Promise<Result<Run>>;
  remove(id: string): Promise<Result<true>>;
  /** Newest first. */
  runs(id: ScheduleId, page: RunPage): Promise<Run[]>;
}

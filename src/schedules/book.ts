/** The schedules of one person, wherever they are kept. */
import type { Result } from "../domain/errors.ts";
import type { Maker, Run, Schedule, ScheduleId, Wish } from "./schedule.ts";

export interface RunPage {
  /** An occurrence; null: from the newest. */
  before: number | null;
  limit: number;
}

export interface Listed {
  schedule: Schedule;
  /** Its newest one, whatever became of it. */
  last: Run | null;
}

/** What cannot be done is said, and nothing has changed. */
export interface ScheduleBook {
  /** The next one first. */
  list(): Promise<Listed[]>;
  find(id: string): Promise<Listed | undefined>;
  /** The same id again returns what stands there. */
  create(schedule: { id: ScheduleId; wish: Wish; maker: Maker }): Promise<Result<Schedule>>;
  change(id: ScheduleId, wish: Wish, maker: Maker): Promise<Result<Schedule>>;
  pause(id: ScheduleId): Promise<Result<Schedule>>;
  resume(id: ScheduleId): Promise<Result<Schedule>>;
  runNow(id: ScheduleId): Promise<Result<Run>>;
  remove(id: string): Promise<Result<true>>;
  /** Newest first. */
  runs(id: ScheduleId, page: RunPage): Promise<Run[]>;
}

/** What the routes of schedules ask of their part. */
import type { PartKey } from "../platform/part-key.ts";
import type { ScheduleBook } from "./book.ts";

export interface ScheduleVerbs {
  of(owner: string): ScheduleBook;
}

export const SCHEDULES: PartKey<ScheduleVerbs> = { name: "schedules" };

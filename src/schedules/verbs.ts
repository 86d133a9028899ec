/** Services of the schedules part for its routes. */
import type { PartKey } from "../platform/part-key.ts";
import type { PersonSchedules } from "./person-schedules.ts";

export interface ScheduleVerbs {
  of(owner: string): PersonSchedules;
}

export const SCHEDULES: PartKey<ScheduleVerbs> = { name: "schedules" };

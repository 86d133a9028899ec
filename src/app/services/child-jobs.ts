/** Conversations as the jobs that begin children reach them. */
import type { ChildJobPorts } from "../../children/job/child-job.ts";
import { group } from "./group.ts";

export interface ChildJobServices {
  childJobs: ChildJobPorts;
}

export const CHILD_JOBS = group<ChildJobServices>()("childJobs");

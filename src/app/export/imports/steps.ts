/** Steps of an import as jobs. */
import type { ImportRecord } from "../../../export/imports/record.ts";
import { type JobKind, type NewJob, PRIORITIES } from "../../../jobs/job.ts";

const NO_RETRY = "Import the files again in Settings: what is there already stays as it is.";
export const READ: JobKind = {
  name: "import.read",
  title: "Read the files to import",
  no_retry: NO_RETRY,
};
export const TAKE: JobKind = { name: "import.take", title: "Import conversations", no_retry: NO_RETRY };

type Step = Pick<ImportRecord, "id" | "owner" | "step">;

export function readJob(step: Step): NewJob {
  return jobOf(READ, step);
}

export function takeJob(step: Step): NewJob {
  return jobOf(TAKE, step);
}

/** The id makes each step run once. */
function jobOf(kind: JobKind, { id, owner, step }: Step): NewJob {
  const priority = PRIORITIES.awaited;
  return { id: `job_${id}_${step}`, kind, owner, payload: { import_id: id }, priority };
}

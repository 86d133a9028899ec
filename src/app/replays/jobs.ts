/** The job of a run. */
import type { JobKind, NewJob } from "../../jobs/job.ts";
import type { ReplayRun } from "../../replays/set.ts";

export const RUN: JobKind = {
  name: "replays.run",
  title: "Replay a set of turns",
  no_retry: "Start another run of the set.",
};

/** Each job does a few minutes of the run. `leg` counts them, so that a job can leave the rest to the next one. */
export function runJob({ id, owner }: Pick<ReplayRun, "id" | "owner">, leg = 0): NewJob {
  return { kind: RUN, owner, payload: { run: id, leg }, dedupe_key: `replays.run ${id} ${leg}` };
}

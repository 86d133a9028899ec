/** Background work as this Worker has it: its kinds, its queues, its clock. */

import type { Ids } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { createCatchUp, weeklyFileJobs } from "../jobs/catch-up.ts";
import { type Clock, createClock } from "../jobs/clock.ts";
import { createDoorbell } from "../jobs/doorbell.ts";
import { createFileJobs, indexedFiles, indexedWorkspace } from "../jobs/file-jobs.ts";
import type { JobHandler, NewJob } from "../jobs/job.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { createMemoryJobs, embedJob, extractJob, hourlyJobs } from "../jobs/memory-jobs.ts";
import { createStorageJobs, dailyStorageJobs } from "../jobs/storage-jobs.ts";
import { UpcomingJobs } from "../jobs/upcoming.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import type { Log } from "../observability/log-port.ts";
import { createJobStore } from "../storage/d1/jobs/jobs.ts";
import { createEveryFile } from "../storage/r2/every-file.ts";
import { expireObjects } from "../storage/r2/expire.ts";
import type { Files } from "../tools/files/port.ts";
import type { Workspace } from "../tools/workspace/port.ts";

export interface JobsWiring {
  env: Env;
  ids: Ids;
  now(): number;
  log: Log;
  memory: LongTermMemory;
  workspace: Workspace;
  files: Files;
  /** Kinds of other parts. */
  handlers?: readonly JobHandler[];
}

export interface WiredJobs {
  jobs: Jobs;
  clock: Clock;
  /** The same files; what is written to them becomes searchable. */
  workspace: Workspace;
  files: Files;
}

export function wireJobs(wiring: JobsWiring): WiredJobs {
  const { env, ids, now, log, memory, workspace, files, handlers = [] } = wiring;
  const jobs: Jobs = createJobs({
    store: createJobStore(env.DB),
    doorbell: createDoorbell({ interactive: env.JOBS_INTERACTIVE, background: env.JOBS_BACKGROUND }),
    handlers: [
      ...createMemoryJobs({ memory, enqueue: (job) => jobs.enqueue(job) }),
      ...createFileJobs({ memory, workspace, files }),
      createCatchUp({
        everyFile: createEveryFile(env.BUCKET),
        progress: memory.storage.progress,
        enqueue: (added) => jobs.enqueueAll(added),
      }),
      ...createStorageJobs((time, heartbeat) => expireObjects(env.BUCKET, time, heartbeat)),
      ...handlers,
    ],
    ids,
    now,
    log: (event, fields) => log.warn(event, fields),
  });
  const onFailure = (cause: unknown) => log.warn("clock_failed", { cause: String(cause) });
  const watch = { enqueue: (job: NewJob) => jobs.enqueue(job), now };
  return {
    jobs,
    workspace: indexedWorkspace(workspace, watch),
    files: indexedFiles(files, watch),
    clock: createClock({
      jobs,
      regular: (time) => [...hourlyJobs(time, memory), ...dailyStorageJobs(time), ...weeklyFileJobs(time)],
      now,
      onFailure,
    }),
  };
}

/** Indexing of finished turns, and the jobs that will extract what is worth keeping of them. */
export function indexAndExtract(
  memory: LongTermMemory,
  jobs: Jobs,
  now: () => number,
): Pick<LongTermMemory, "indexTurns"> {
  const upcoming = new UpcomingJobs(now);
  return {
    async indexTurns(items) {
      await memory.indexTurns(items);
      const sources = new Map(items.map(({ owner, conversation_id }) => [conversation_id, owner]));
      const wanted = [...sources].flatMap(
        ([conversation_id, owner]) => extractJob(memory, { owner, conversation_id }, now()) ?? [],
      );
      upcoming.note(await jobs.enqueueAll(upcoming.without(wanted)));
    },
  };
}

/** What a model that was away left without vectors gets them when it is back. */
export async function embedLater(memory: LongTermMemory, { jobs }: WiredJobs, log: Log): Promise<void> {
  const job = embedJob(memory, memory.core.now());
  try {
    if (job !== undefined) await jobs.enqueue(job);
  } catch (cause) {
    // The daily look finds them too.
    log.warn("embedding_not_queued", { cause: String(cause) });
  }
}

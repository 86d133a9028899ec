/** Background work as this Worker has it: its kinds, its queues, its clock. */
import type { Log } from "../../durable-objects/conversation/services.ts";
import type { Ids } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { type Clock, createClock } from "../jobs/clock.ts";
import { createDoorbell } from "../jobs/doorbell.ts";
import type { JobHandler } from "../jobs/job.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { createMemoryJobs, extractJob, hourlyJobs } from "../jobs/memory-jobs.ts";
import { createStorageJobs, dailyStorageJobs } from "../jobs/storage-jobs.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { createJobStore } from "../storage/d1/jobs.ts";
import { expireObjects } from "../storage/r2/expire.ts";

export interface JobsWiring {
  env: Env;
  ids: Ids;
  now(): number;
  log: Log;
  memory: LongTermMemory;
  /** Kinds of other parts. */
  handlers?: readonly JobHandler[];
}

export interface WiredJobs {
  jobs: Jobs;
  clock: Clock;
}

export function wireJobs({ env, ids, now, log, memory, handlers = [] }: JobsWiring): WiredJobs {
  const jobs: Jobs = createJobs({
    store: createJobStore(env.DB),
    doorbell: createDoorbell({ interactive: env.JOBS_INTERACTIVE, background: env.JOBS_BACKGROUND }),
    handlers: [
      ...createMemoryJobs({ memory, enqueue: (job) => jobs.enqueue(job) }),
      ...createStorageJobs((time, heartbeat) => expireObjects(env.BUCKET, time, heartbeat)),
      ...handlers,
    ],
    ids,
    now,
    log: (event, fields) => log.warn(event, fields),
  });
  const onFailure = (cause: unknown) => log.warn("clock_failed", { cause: String(cause) });
  return {
    jobs,
    clock: createClock({
      jobs,
      regular: (time) => [...hourlyJobs(time), ...dailyStorageJobs(time)],
      now,
      onFailure,
    }),
  };
}

/** Indexing of finished turns, and the job that will extract what is worth keeping of them. */
export function indexAndExtract(
  memory: LongTermMemory,
  jobs: Jobs,
  now: () => number,
): Pick<LongTermMemory, "indexTurns"> {
  return {
    async indexTurns(items) {
      await memory.indexTurns(items);
      const sources = new Map(items.map(({ owner, conversation_id }) => [conversation_id, owner]));
      for (const [conversation_id, owner] of sources) {
        const job = extractJob(memory, { owner, conversation_id }, now());
        if (job !== undefined) await jobs.enqueue(job);
      }
    },
  };
}

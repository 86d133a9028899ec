/** Background jobs of this Worker: their kinds, their queues, their clock. */

import type { Ids } from "../../domain/ids.ts";
import { type Clock, createClock } from "../../jobs/clock.ts";
import { createDoorbell } from "../../jobs/doorbell.ts";
import { indexedFiles, indexedWorkspace } from "../../jobs/file-jobs.ts";
import type { NewJob } from "../../jobs/job.ts";
import { createJobs, type Jobs } from "../../jobs/jobs.ts";
import { embedJob, extractJob, extractProgramsJob } from "../../jobs/memory-jobs.ts";
import { UpcomingJobs } from "../../jobs/upcoming.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { Log } from "../../observability/log-port.ts";
import type { Telemetry } from "../../observability/telemetry-port.ts";
import { D1BackupRuns } from "../../storage/d1/backups/runs.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import type { FlushedMemory } from "../../storage/d1/index/flush.ts";
import { D1JobStore } from "../../storage/d1/jobs/jobs.ts";
import type { Files } from "../../tools/files/port.ts";
import type { Workspace } from "../../tools/workspace/port.ts";
import type { Env } from "../env.ts";
import type { News } from "../services/people.ts";
import type { OpenParts } from "./open-parts.ts";

interface JobsWiring {
  env: Env;
  ids: Ids;
  now(): number;
  log: Log;
  news: News;
  /** Add the kinds of jobs, and the regular ones. */
  parts: Pick<OpenParts, "all">;
  workspace: Workspace;
  files: Files;
  telemetry: Telemetry;
}

interface WiredJobs {
  jobs: Jobs;
  clock: Clock;
  /** The given stores, which also index what is written to them. */
  workspace: Workspace;
  files: Files;
}

export function wireJobs({
  env,
  ids,
  now,
  log,
  news,
  parts,
  workspace,
  files,
  telemetry,
}: JobsWiring): WiredJobs {
  const jobs = createJobs({
    store: new D1JobStore(env.DB),
    doorbell: createDoorbell({ interactive: env.JOBS_INTERACTIVE, background: env.JOBS_BACKGROUND }),
    handlers: () => parts.all().flatMap((part) => part.jobs ?? []),
    ids,
    now,
    log: (event, fields) => log.warn(event, fields),
    onRan: (run) => telemetry.jobRan(run),
    onFailed: ({ owner }) => news.tell([owner], []),
  });
  const runs = new D1BackupRuns(openDatabase(env.DB), now);
  const watch = { enqueue: (job: NewJob) => jobs.enqueue(job), now };
  return {
    jobs,
    workspace: indexedWorkspace(workspace, watch),
    files: indexedFiles(files, watch),
    clock: createClock({
      jobs,
      regular: (time) => parts.all().flatMap((part) => part.regular?.(time) ?? []),
      looks: () => parts.all().flatMap(({ minutely }) => minutely ?? []),
      now,
      ...(env.RUNS_ALONE === "true" && { alone_since: now() }),
      isAtRest: () => runs.isRestoring(),
      onFailure: (cause) => log.warn("clock_failed", { cause: String(cause) }),
    }),
  };
}

/** Indexes finished turns, and enqueues the jobs that extract memories from them. */
export function indexAndExtract(memory: LongTermMemory, jobs: Jobs, now: () => number): FlushedMemory {
  const upcoming = new UpcomingJobs(now);
  return {
    async indexTurns(items, ofPrograms) {
      await memory.indexTurns(items);
      await memory.keepWishes(items);
      const sources = new Map(items.map(({ owner, conversation_id }) => [conversation_id, owner]));
      const wanted = new Map<string | undefined, NewJob>();
      for (const [conversation_id, owner] of sources) {
        const updated_at = ofPrograms.get(conversation_id);
        const job =
          updated_at === undefined
            ? extractJob(memory, { owner, conversation_id }, now())
            : extractProgramsJob(memory, { owner, updated_at }, now());
        if (job) wanted.set(job.dedupe_key, job);
      }
      upcoming.note(await jobs.enqueueAll(upcoming.without([...wanted.values()])));
    },
  };
}

interface EmbedLater {
  memory: LongTermMemory;
  jobs: Jobs;
  now(): number;
  log: Log;
}

/** Enqueues the embedding of passages that were left without vectors while the model was away. */
export async function embedLater({ memory, jobs, now, log }: EmbedLater): Promise<void> {
  const job = embedJob(memory, now());
  try {
    if (job !== undefined) await jobs.enqueue(job);
  } catch (cause) {
    // The daily check finds them too.
    log.warn("embedding_not_queued", { cause: String(cause) });
  }
}

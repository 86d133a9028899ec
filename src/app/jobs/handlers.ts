/** Answers to the routes of jobs, loaded by the first of them. */
import type { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { mayUse, type Right } from "../../domain/principal.ts";
import { HopelessJobError, type Job } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { timeSeries } from "../../jobs/time-series.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import type { ListQuery, PictureQuery } from "./fields.ts";
import { servicesOf } from "./services.ts";

type Listed = z.output<ReturnType<typeof ListQuery>>;

export async function show(context: ApiContext, id: string) {
  return reply(200, jobView(context, await ownJob(context, id, "read")));
}

export async function list(context: ApiContext, query: Listed) {
  const { status, kind, cursor, limit: size, all } = query;
  const { owner, role } = context.get("principal");
  const everybody = all && role === "admin";
  const { jobs } = servicesOf(context);
  const rows = await jobs.store.list(
    {
      ...(everybody ? {} : { owner }),
      ...(status === undefined ? {} : { status }),
      ...(kind === undefined ? { without: jobs.watches() } : { kind }),
    },
    { limit: size + 1, ...(cursor === undefined ? {} : { before: cursor }) },
  );
  const items = rows.slice(0, size).map((job) => jobView(context, job));
  return reply(200, { items, next_cursor: rows.length > size ? (items.at(-1)?.id ?? null) : null });
}

/** Most slots that can be told apart. */
const MOST_SLOTS = 48;
const HOUR_MS = 3_600_000;

export async function picture(
  context: ApiContext,
  { hours, all }: z.output<ReturnType<typeof PictureQuery>>,
) {
  const { owner, role } = context.get("principal");
  const { jobs, now } = servicesOf(context);
  const slot_ms = Math.ceil((hours * 2) / MOST_SLOTS) * (HOUR_MS / 2);
  const slots = Math.ceil((hours * HOUR_MS) / slot_ms);
  const first = Math.floor(now() / slot_ms) - slots + 1;
  const filter = all && role === "admin" ? {} : { owner };
  const counts = await jobs.store.counts(filter, { from: first * slot_ms, slot_ms });
  return reply(200, {
    slots: Array.from({ length: slots }, (_, at) => iso((first + at) * slot_ms)),
    kinds: timeSeries(counts, { first, slots }, (kind) => jobs.kindOf(kind).title).filter(
      ({ kind }) => !jobs.kindOf(kind).is_watch,
    ),
  });
}

export async function cancel(context: ApiContext, id: string) {
  const job = await ownJob(context, id, "manage");
  const { jobs } = servicesOf(context);
  const { goes_on } = jobs.kindOf(job.kind);
  if (goes_on !== undefined) throw new AppError("conflict", goes_on);
  const cancelled = await jobs.cancel(job.id);
  if (cancelled === undefined) throw new AppError("conflict", "This job has already ended.");
  return reply(200, jobView(context, cancelled));
}

export async function retry(context: ApiContext, id: string) {
  const job = await ownJob(context, id, "manage");
  const { jobs } = servicesOf(context);
  const { no_retry } = jobs.kindOf(job.kind);
  if (no_retry !== undefined) throw new AppError("conflict", no_retry);
  const again = await retried(jobs, job);
  if (again === undefined) {
    throw new AppError("conflict", notAgain(job));
  }
  return reply(202, jobView(context, again));
}

/** A refusal of its kind is told as it is. */
async function retried(jobs: Jobs, { id }: Job): Promise<Job | undefined> {
  try {
    return await jobs.retry(id);
  } catch (problem) {
    if (problem instanceof HopelessJobError) throw new AppError("conflict", problem.message);
    throw problem;
  }
}

function mayBeRetried({ status }: Pick<Job, "status">): boolean {
  return status === "failed" || status === "cancelled";
}

function notAgain({ status }: Job): string {
  return mayBeRetried({ status })
    ? "Another job is already doing the same work."
    : `Only a job that has failed or was cancelled can be tried again; this one is ${status}.`;
}

async function ownJob(context: ApiContext, id: string, right: Right): Promise<Job> {
  const job = await servicesOf(context).jobs.store.get(id);
  if (job === undefined || !mayUse(context.get("principal"), job, right)) {
    throw new AppError("resource_not_found", `There is no job ${id}, or it is not yours.`);
  }
  return job;
}

function jobView(context: ApiContext, job: Job) {
  const { owner, run_after, started_at, heartbeat_at, finished_at, created_at, updated_at, ...rest } = job;
  const { title, goes_on, no_retry } = servicesOf(context).jobs.kindOf(job.kind);
  const isOpen = job.status === "pending" || job.status === "running";
  return {
    ...rest,
    title,
    can_cancel: isOpen && goes_on === undefined,
    can_retry: mayBeRetried(job) && no_retry === undefined,
    is_own: owner === context.get("principal").owner,
    run_after: iso(run_after),
    started_at: iso(started_at),
    heartbeat_at: iso(heartbeat_at),
    finished_at: iso(finished_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

/** Background jobs: waiting, finished, failed, and retrying one. */
import { z } from "zod";
import { JobPictureShape, JobShape } from "../../contract/instance/jobs.ts";
import { listOf } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { mayUse, type Right } from "../../domain/principal.ts";
import { HopelessJobError, JOB_STATUSES, type Job } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { timeSeries } from "../../jobs/time-series.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { flag, iso, limit } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { nothing } from "../http/schemas.ts";
import { servicesOf } from "./services.ts";

const ListQuery = () =>
  z.object({
    status: z.enum(JOB_STATUSES).optional(),
    kind: z.string().max(100).optional(),
    cursor: z.string().max(100).optional(),
    limit: limit({ usual: 50, most: 200 }),
    /** Jobs of everybody, for the operator. */
    all: flag,
  });

const params = () => z.object({ id: z.string().max(200) });

const PictureQuery = () =>
  z.object({ hours: z.coerce.number().int().min(1).max(168).default(24), all: flag });

export const jobRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/jobs",
    policy: { who: "member", scope: "read" },
    summary:
      "Background jobs, the newest first. Those that only watch another one are listed by their `kind`, or when they have failed.",
    query: ListQuery,
    answers: () => ({ 200: listOf(JobShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/jobs/picture",
    policy: { who: "member", scope: "read" },
    summary:
      "The queue by kind: what waits and runs, and over the last hours what waited, ran, was done and failed.",
    query: PictureQuery,
    answers: () => ({ 200: JobPictureShape() }),
    handler: (context, { query }) => drawn(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/jobs/:id",
    policy: { who: "member", scope: "read" },
    summary: "A job, its attempts and its result.",
    params,
    answers: () => ({ 200: JobShape() }),
    handler: async (context, { params: { id } }) =>
      reply(200, jobView(context, await ownJob(context, id, "read"))),
  }),
  defineRoute({
    method: "post",
    path: "/jobs/:id/retry",
    policy: { who: "member", scope: "write" },
    summary: "Tries a job again that has failed or was cancelled.",
    params,
    body: nothing,
    answers: () => ({ 202: JobShape() }),
    handler: async (context, { params: { id } }) => retry(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/jobs/:id/cancel",
    policy: { who: "member", scope: "write" },
    summary: "Cancels a job: one that waits is not run, one that runs stops at its next step.",
    params,
    body: nothing,
    answers: () => ({ 200: JobShape() }),
    handler: async (context, { params: { id } }) => cancel(context, id),
  }),
];

type Listed = z.output<ReturnType<typeof ListQuery>>;

async function list(context: ApiContext, query: Listed) {
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

/** As many as can be told apart. */
const MOST_SLOTS = 48;
const HOUR_MS = 3_600_000;

async function drawn(context: ApiContext, { hours, all }: z.output<ReturnType<typeof PictureQuery>>) {
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

async function cancel(context: ApiContext, id: string) {
  const job = await ownJob(context, id, "manage");
  const { jobs } = servicesOf(context);
  const { goes_on } = jobs.kindOf(job.kind);
  if (goes_on !== undefined) throw new AppError("conflict", goes_on);
  const cancelled = await jobs.cancel(job.id);
  if (cancelled === undefined) throw new AppError("conflict", "This job has already ended.");
  return reply(200, jobView(context, cancelled));
}

async function retry(context: ApiContext, id: string) {
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

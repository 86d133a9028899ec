/** Background work: what is waiting, what ran, what failed, and trying it again. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Job } from "../../jobs/job.ts";
import { type ApiContext, defineRoute, type Route } from "../api.ts";
import { flag, iso, limit } from "../query.ts";
import { listOf, named, nothing, time } from "../schemas.ts";

const status = z.enum(["pending", "running", "completed", "failed"]);
const ListQuery = () =>
  z.object({
    status: status.optional(),
    kind: z.string().max(100).optional(),
    cursor: z.string().max(100).optional(),
    limit: limit({ usual: 50, most: 200 }),
    /** Of everybody: for the operator. */
    all: flag,
  });

const JobShape = named("Job", () =>
  z.object({
    id: z.string(),
    kind: z.string(),
    conversation_id: z.string().optional(),
    payload: z.unknown(),
    priority: z.number(),
    dedupe_key: z.string().optional(),
    status,
    attempts: z.number(),
    max_attempts: z.number(),
    run_after: time(),
    started_at: time().nullable(),
    heartbeat_at: time().nullable(),
    finished_at: time().nullable(),
    created_at: time(),
    updated_at: time(),
    result: z.string().nullish(),
    error: z.string().nullish(),
  }),
);
const params = () => z.object({ id: z.string().max(200) });

export const jobRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/jobs",
    policy: { who: "member", scope: "read" },
    summary: "Background jobs, the newest first.",
    query: ListQuery,
    answers: () => ({ 200: listOf(JobShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/jobs/:id",
    policy: { who: "member", scope: "read" },
    summary: "A job, its attempts and its result.",
    params,
    answers: () => ({ 200: JobShape() }),
    handler: async (context, { params: { id } }) => context.json(jobView(await ownJob(context, id))),
  }),
  defineRoute({
    method: "post",
    path: "/jobs/:id/retry",
    policy: { who: "member", scope: "write" },
    summary: "Tries a failed job again.",
    params,
    body: nothing,
    answers: () => ({ 202: JobShape() }),
    handler: async (context, { params: { id } }) => retry(context, id),
  }),
];

type Listed = z.output<ReturnType<typeof ListQuery>>;

async function list(context: ApiContext, query: Listed): Promise<Response> {
  const { status, kind, cursor, limit: size, all } = query;
  const { owner, role } = context.get("principal");
  const everybody = all && role === "admin";
  const rows = await context.get("house").jobs.store.list(
    {
      ...(everybody ? {} : { owner }),
      ...(status === undefined ? {} : { status }),
      ...(kind === undefined ? {} : { kind }),
    },
    { limit: size + 1, ...(cursor === undefined ? {} : { before: cursor }) },
  );
  const items = rows.slice(0, size).map(jobView);
  return context.json({ items, next_cursor: rows.length > size ? (items.at(-1)?.id ?? null) : null });
}

async function retry(context: ApiContext, id: string): Promise<Response> {
  const job = await ownJob(context, id);
  const again = await context.get("house").jobs.retry(job.id);
  if (again === undefined) {
    throw new AppError("conflict", notAgain(job));
  }
  return context.json(jobView(again), 202);
}

function notAgain({ status }: Job): string {
  return status === "failed"
    ? "The same work waits or runs already, as another job: that one does it."
    : `Only a failed job can be tried again; this one is ${status}.`;
}

async function ownJob(context: ApiContext, id: string): Promise<Job> {
  const { owner, role } = context.get("principal");
  const job = await context.get("house").jobs.store.get(id);
  if (job === undefined || (job.owner !== owner && role !== "admin")) {
    throw new AppError("resource_not_found", `There is no job ${id}, or it is not yours.`);
  }
  return job;
}

function jobView(job: Job) {
  const {
    owner: _owner,
    run_after,
    started_at,
    heartbeat_at,
    finished_at,
    created_at,
    updated_at,
    ...rest
  } = job;
  return {
    ...rest,
    run_after: iso(run_after),
    started_at: iso(started_at),
    heartbeat_at: iso(heartbeat_at),
    finished_at: iso(finished_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

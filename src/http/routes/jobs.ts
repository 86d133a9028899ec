/** Background work: what is waiting, what ran, what failed, and trying it again. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Job } from "../../jobs/job.ts";
import { type ApiContext, type Route, readQuery } from "../api.ts";
import { flag, iso, limit } from "../query.ts";

const ListQuery = z.object({
  status: z.enum(["pending", "running", "completed", "failed"]).optional(),
  kind: z.string().max(100).optional(),
  cursor: z.string().max(100).optional(),
  limit: limit({ usual: 50, most: 200 }),
  /** Of everybody: for the operator. */
  all: flag,
});

export const jobRoutes: Route[] = [
  {
    method: "get",
    path: "/jobs",
    access: "person",
    summary: "Background jobs, the newest first.",
    handler: list,
  },
  {
    method: "get",
    path: "/jobs/:id",
    access: "person",
    summary: "A job, its attempts and its result.",
    handler: read,
  },
  {
    method: "post",
    path: "/jobs/:id/retry",
    access: "person",
    summary: "Tries a failed job again.",
    handler: retry,
  },
];

async function list(context: ApiContext): Promise<Response> {
  const { status, kind, cursor, limit: size, all } = readQuery(context, ListQuery);
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

async function read(context: ApiContext): Promise<Response> {
  return context.json(jobView(await ownJob(context)));
}

async function retry(context: ApiContext): Promise<Response> {
  const job = await ownJob(context);
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

async function ownJob(context: ApiContext): Promise<Job> {
  const { owner, role } = context.get("principal");
  const id = context.req.param("id") ?? "";
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

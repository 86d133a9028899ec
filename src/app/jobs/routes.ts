/** Background jobs: waiting, finished, failed, and retrying one. */
import { z } from "zod";
import { JobPictureShape, JobShape } from "../../contract/instance/jobs.ts";
import { listOf } from "../../contract/schema.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { nothing } from "../http/schemas.ts";
import { ListQuery, PictureQuery } from "./fields.ts";

const params = () => z.object({ id: z.string().max(200) });

const handlers = () => import("./handlers.ts");

export const jobRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/jobs",
    policy: { who: "member", scope: "read" },
    summary:
      "Background jobs, the newest first. Those that only watch another one are listed by their `kind`, or when they have failed.",
    query: ListQuery,
    answers: () => ({ 200: listOf(JobShape()) }),
    handler: async (context, { query }) => (await handlers()).list(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/jobs/picture",
    policy: { who: "member", scope: "read" },
    summary:
      "The queue by kind: what waits and runs, and over the last hours what waited, ran, was done and failed.",
    query: PictureQuery,
    answers: () => ({ 200: JobPictureShape() }),
    handler: async (context, { query }) => (await handlers()).picture(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/jobs/:id",
    policy: { who: "member", scope: "read" },
    summary: "A job, its attempts and its result.",
    params,
    answers: () => ({ 200: JobShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).show(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/jobs/:id/retry",
    policy: { who: "member", scope: "write" },
    summary: "Tries a job again that has failed or was cancelled.",
    params,
    body: nothing,
    answers: () => ({ 202: JobShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).retry(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/jobs/:id/cancel",
    policy: { who: "member", scope: "write" },
    summary: "Cancels a job: one that waits is not run, one that runs stops at its next step.",
    params,
    body: nothing,
    answers: () => ({ 200: JobShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).cancel(context, id),
  }),
];

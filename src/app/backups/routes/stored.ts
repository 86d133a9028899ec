/** The rest of an instance: objects of the bucket, schedules, and records of conversations that are still on their way there. */
import { z } from "zod";
import {
  ContentQuery,
  ObjectsShape,
  ScheduleRowsListShape,
  SettledShape,
} from "../../../contract/instance/backups.ts";
import { defineRoute, type Route } from "../../http/api.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;
const page = () => z.object({ cursor: z.string().max(2_000).optional() });

export const storedRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/backups/objects",
    policy: OPERATOR_ONLY,
    summary: "The objects of the bucket, by key.",
    query: page,
    answers: () => ({ 200: ObjectsShape() }),
    handler: async (context, { query }) => (await import("../stored.ts")).objects(context, query.cursor),
  }),
  defineRoute({
    method: "get",
    path: "/backups/objects/content",
    policy: OPERATOR_ONLY,
    summary:
      "An object's bytes, or `length` of them from `offset` on, with its metadata as JSON in `X-Nightjar-Metadata`.",
    query: ContentQuery,
    answers: () => ({ 200: "file" }),
    handler: async (context, { query }) => (await import("../stored.ts")).content(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/backups/schedules",
    policy: OPERATOR_ONLY,
    summary: "The schedules of people, as rows.",
    query: page,
    answers: () => ({ 200: ScheduleRowsListShape() }),
    handler: async (context, { query }) => (await import("../stored.ts")).schedules(context, query.cursor),
  }),
  defineRoute({
    method: "post",
    path: "/backups/settle",
    policy: OPERATOR_ONLY,
    summary: "Has conversations that changed since then write their records into the bucket now.",
    body: () => z.strictObject({ since: z.iso.datetime(), after: z.string().max(100).optional() }),
    answers: () => ({ 200: SettledShape() }),
    handler: async (context, { body }) => (await import("../stored.ts")).settle(context, body),
  }),
];

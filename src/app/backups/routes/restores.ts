/** A restore: an empty instance takes everything over, and goes on from there. */
import { z } from "zod";
import {
  CompletedObjectFields,
  LargeObjectFields,
  LargeObjectShape,
  ObjectQuery,
  PartQuery,
  PartShape,
  RestoreBegunShape,
  RestoreFields,
  RowsFields,
  ScheduleRowsFields,
  SettledShape,
} from "../../../contract/instance/backups.ts";
import { defineRoute, type Route } from "../../http/api.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;
const ONE = "/restores/:id";
const params = () => z.object({ id: z.string().max(100) });
const ROWS_BYTES = 32_000_000;

export const restoreRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/restores",
    policy: OPERATOR_ONLY,
    summary:
      "Begins a restore and empties the tables. Refused unless the instance is empty. Until it ends nothing runs by itself.",
    body: RestoreFields,
    most: 1_000_000,
    answers: () => ({ 201: RestoreBegunShape() }),
    handler: async (context, { body }) => (await import("../restore.ts")).begin(context, body),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/rows`,
    policy: OPERATOR_ONLY,
    summary: "Writes rows of a table with their numbers. Idempotent.",
    params,
    body: RowsFields,
    most: ROWS_BYTES,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id }, body }) =>
      (await import("../restore.ts")).rows(context, id, body),
  }),
  defineRoute({
    method: "put",
    path: `${ONE}/objects`,
    policy: OPERATOR_ONLY,
    summary: "Writes an object of the bucket, with its metadata as JSON in `X-Nightjar-Metadata`.",
    params,
    query: ObjectQuery,
    takes: ["application/octet-stream"],
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id }, query }) =>
      (await import("../restored-objects.ts")).object(context, id, query.key),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/objects/parts`,
    policy: OPERATOR_ONLY,
    summary: "Begins an object that is larger than one request.",
    params,
    body: LargeObjectFields,
    answers: () => ({ 201: LargeObjectShape() }),
    handler: async (context, { params: { id }, body }) =>
      (await import("../restored-objects.ts")).beginParts(context, id, body),
  }),
  defineRoute({
    method: "put",
    path: `${ONE}/objects/parts`,
    policy: OPERATOR_ONLY,
    summary: "Writes a part of such an object: all but the last of one size, at least 5 MiB. Idempotent.",
    params,
    query: PartQuery,
    takes: ["application/octet-stream"],
    answers: () => ({ 200: PartShape() }),
    handler: async (context, { params: { id }, query }) =>
      (await import("../restored-objects.ts")).part(context, id, query),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/objects/complete`,
    policy: OPERATOR_ONLY,
    summary: "Makes such an object of its parts.",
    params,
    body: CompletedObjectFields,
    most: 3_000_000,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id }, body }) =>
      (await import("../restored-objects.ts")).complete(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/conversations`,
    policy: OPERATOR_ONLY,
    summary: "Builds the next conversations from their records.",
    params,
    body: () => z.strictObject({ after: z.string().max(100).optional() }),
    answers: () => ({ 200: SettledShape() }),
    handler: async (context, { params: { id }, body }) =>
      (await import("../restore.ts")).conversations(context, id, body.after),
  }),
  defineRoute({
    method: "put",
    path: `${ONE}/schedules`,
    policy: OPERATOR_ONLY,
    summary: "Writes one person's schedules and their runs.",
    params,
    body: ScheduleRowsFields,
    most: ROWS_BYTES,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id }, body }) =>
      (await import("../restore.ts")).schedules(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: OPERATOR_ONLY,
    summary: "Ends the restore: from now on the instance does by itself what is due.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await import("../restore.ts")).end(context, id),
  }),
];

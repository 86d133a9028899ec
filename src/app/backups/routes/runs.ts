/** A backup from its beginning to its cut: the rows of all tables as of one moment. */
import { z } from "zod";
import {
  BackupBegunShape,
  ChangesShape,
  CutShape,
  RowPageShape,
} from "../../../contract/instance/backups.ts";
import { defineRoute, type Route } from "../../http/api.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;
const ONE = "/backups/:id";
const params = () => z.object({ id: z.string().max(100) });
const nothing = () => z.strictObject({});

export const runRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/backups",
    policy: OPERATOR_ONLY,
    summary: "Begins a backup: from now on, rows that change are noted. One runs at a time.",
    body: nothing,
    answers: () => ({ 201: BackupBegunShape() }),
    handler: async (context) => (await import("../run.ts")).begin(context),
  }),
  defineRoute({
    method: "get",
    path: `${ONE}/rows`,
    policy: OPERATOR_ONLY,
    summary: "The next rows of a table after a row number.",
    params,
    query: () => z.object({ table: z.string().max(200), after: z.coerce.number().int().default(-1) }),
    answers: () => ({ 200: RowPageShape() }),
    handler: async (context, { params: { id }, query }) =>
      (await import("../run.ts")).page(context, { id, ...query }),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/changes`,
    policy: OPERATOR_ONLY,
    summary: "Takes rows that have changed since the backup began.",
    params,
    body: nothing,
    answers: () => ({ 200: ChangesShape() }),
    handler: async (context, { params: { id } }) => (await import("../run.ts")).changes(context, id),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/cut`,
    policy: OPERATOR_ONLY,
    summary: "Takes the last changed rows and counts all, as of one moment, and ends the reading of tables.",
    params,
    body: nothing,
    answers: () => ({ 200: CutShape() }),
    handler: async (context, { params: { id } }) => (await import("../run.ts")).cut(context, id),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: OPERATOR_ONLY,
    summary: "Ends a backup that will not be finished.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await import("../run.ts")).abandon(context, id),
  }),
];

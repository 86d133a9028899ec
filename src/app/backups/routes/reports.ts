/** Reports of backups, restores and drills: what Settings show of them. */
import { z } from "zod";
import { BackupReportFields, BackupReportShape } from "../../../contract/instance/backups.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;

export const reportRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/backups/reports",
    policy: OPERATOR_ONLY,
    summary: "Backups, restores and drills that were reported, newest first.",
    query: () => z.object({ limit: limit({ usual: 20, most: 200 }) }),
    answers: () => ({ 200: listOf(BackupReportShape()) }),
    handler: async (context, { query }) => (await import("../reports.ts")).list(context, query.limit),
  }),
  defineRoute({
    method: "post",
    path: "/backups/reports",
    policy: OPERATOR_ONLY,
    summary: "Reports how a backup, restore or drill ended.",
    body: BackupReportFields,
    answers: () => ({ 201: BackupReportShape() }),
    handler: async (context, { body }) => (await import("../reports.ts")).add(context, body),
  }),
];

/** Handlers of the reports. */
import type { BackupReport } from "../../backups/report.ts";
import type { BackupReportFields } from "../../contract/instance/backups.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { storesOf } from "./stores.ts";

export async function list(context: ApiContext, limit: number) {
  const items = (await storesOf(context).runs.reports(limit)).map(shown);
  return reply(200, { items, next_cursor: null });
}

export async function add(context: ApiContext, body: SchemaOutput<typeof BackupReportFields>) {
  const { runs, ids, now } = storesOf(context);
  const report = { id: ids.create("bak"), ...body, at: now() };
  await runs.report(report);
  return reply(201, shown(report));
}

function shown({ at, ...report }: BackupReport) {
  return { ...report, at: iso(at) };
}

/** The stores of a request about backups. */
import { AppError } from "../../domain/errors.ts";
import { D1ChangeLog } from "../../storage/d1/backups/change-log.ts";
import { D1BackupRuns } from "../../storage/d1/backups/runs.ts";
import { D1TableReader } from "../../storage/d1/backups/tables.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import type { ApiContext } from "../http/api.ts";
import { servicesOf } from "./services.ts";

export function storesOf(context: ApiContext) {
  const { env, ids, now } = servicesOf(context);
  return {
    env,
    ids,
    now,
    runs: new D1BackupRuns(openDatabase(env.DB), now),
    reader: new D1TableReader(env.DB),
    changeLog: new D1ChangeLog(env.DB),
  };
}

const AFTER = {
  backup: "Let it end; one that was broken off ends half an hour after its last step.",
  restore: "If it was broken off, restore once more: it begins anew.",
};

/** Ends the runs that were broken off, and refuses while another is under way. */
export async function free({ runs, changeLog }: ReturnType<typeof storesOf>): Promise<void> {
  const current = await runs.current();
  if (current)
    throw new AppError(
      "conflict",
      `A ${current.kind} has been running since ${new Date(current.begun_at).toISOString()}. ${AFTER[current.kind]} DELETE /api/v1/${current.kind}s/${current.id} ends it now.`,
    );
  if ((await runs.endIdle()) > 0) await changeLog.stop();
}

/** Throws unless that run is under way. */
export async function must(
  { runs }: ReturnType<typeof storesOf>,
  id: string,
  kind?: "backup" | "restore",
): Promise<void> {
  if (await runs.see(id, kind)) return;
  throw new AppError(
    "resource_not_found",
    `There is no ${kind ?? "backup"} "${id}" under way. Begin it anew.`,
  );
}

/** The last backup, and whether it was restored on trial. */
import { RUN_IDLE_MS } from "../../../backups/ports.ts";
import { type CheckResult, fine, problem, warning } from "../../../doctor/finding.ts";
import { D1BackupRuns } from "../../../storage/d1/backups/runs.ts";
import { openDatabase } from "../../../storage/d1/database.ts";
import type { Services } from "../services.ts";

const DAY_MS = 86_400_000;
const OLD_DAYS = 8;
const LOOKED_AT = 50;

const BROKEN_OFF = problem(
  "A restore was broken off. Nothing runs by itself here until it is whole.",
  "Run npx nightjar restore PLACE once more: it begins anew.",
);

export async function backups({ env, now }: Services): Promise<CheckResult> {
  const runs = new D1BackupRuns(openDatabase(env.DB), now);
  const current = await runs.current();
  if (current?.kind === "restore" && now() - current.seen_at > RUN_IDLE_MS) return BROKEN_OFF;
  const reports = await runs.reports(LOOKED_AT);
  const last = reports.find(({ kind }) => kind === "backup");
  const drill = reports.find(({ kind }) => kind === "drill");
  if (drill && !drill.is_ok)
    return problem(`The last drill failed: ${drill.summary}`, "Make a new backup, and drill again.");
  if (!last)
    return warning("There is no backup yet.", "Run npx nightjar backup PLACE, and have it run every night.");
  const days = Math.floor((now() - last.at) / DAY_MS);
  const age = days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
  if (days >= OLD_DAYS)
    return warning(`The last backup was made ${age}.`, "Run npx nightjar backup every night.");
  return fine(`The last one was made ${age}${drill ? ", and a drill restored one" : ""}.`);
}

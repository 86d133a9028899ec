/** Backups and drills, which a program runs from outside, as they were reported. For the operator. */
import type { BackupReport } from "../../../backups/report.ts";
import { D1BackupRuns } from "../../../storage/d1/backups/runs.ts";
import { openDatabase } from "../../../storage/d1/database.ts";
import { iso } from "../../http/query.ts";
import type { Services } from "../services.ts";
import { type AutomationSource, NOTHING_SPENT } from "../source.ts";

const MOST_REPORTS = 200;
const NAMES = { backup: "Backup of the instance", drill: "Backup drill" } as const;

export const backupSource: AutomationSource = {
  kinds: ["backup"],
  async list(services, { role }) {
    if (role !== "admin") return [];
    const reports = await reportsOf(services);
    return (["backup", "drill"] as const).flatMap((kind) => {
      const own = reports.filter((report) => report.kind === kind);
      return own[0] ? [shown(kind, own[0], own.length)] : [];
    });
  },
  async runs(services, { role }, { id, before, limit }) {
    if (role !== "admin" || !(id in NAMES)) return undefined;
    const reports = (await reportsOf(services)).filter(({ kind }) => kind === id);
    const begin = before === undefined ? 0 : reports.findIndex((report) => report.id === before) + 1;
    return reports.slice(begin, begin + limit).map((report) => ({ cursor: report.id, run: runOf(report) }));
  },
};

function reportsOf({ env, now }: Services): Promise<BackupReport[]> {
  return new D1BackupRuns(openDatabase(env.DB), now).reports(MOST_REPORTS);
}

function shown(kind: keyof typeof NAMES, newest: BackupReport, count: number) {
  const { at, state, reason } = runOf(newest);
  return {
    id: kind,
    kind: "backup" as const,
    name: NAMES[kind],
    agent: null,
    is_own: false,
    is_on: true,
    off_reason: null,
    occasion: { type: "trigger" as const, by: "outside" as const },
    next_at: null,
    last: { at, state, reason },
    runs: count,
    ...NOTHING_SPENT,
    page: "/settings",
  };
}

function runOf({ id, at, is_ok, summary }: BackupReport) {
  return {
    id,
    at: iso(at),
    ended_at: null,
    state: is_ok ? ("succeeded" as const) : ("failed" as const),
    reason: summary,
    conversation_id: null,
    ...NOTHING_SPENT,
  };
}

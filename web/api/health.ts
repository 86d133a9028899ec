/** The state of the instance's parts, and reports of backups. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { BackupReportView } from "../../src/contract/instance/backups.ts";
import type { Diagnosis, FindingView } from "../../src/contract/instance/doctor.ts";
import { call, type Result } from "./http.ts";

export type { BackupReportView, FindingView };

export function diagnose(): Promise<Result<Diagnosis>> {
  return call("POST", "/doctor", {});
}

export function listReports(limit: number): Promise<Result<Page<BackupReportView>>> {
  return call("GET", `/backups/reports?limit=${limit}`);
}

/** Report of a backup, of a restore, or of a drill: a restore into an instance that is thrown away. */

export const REPORT_KINDS = ["backup", "restore", "drill"] as const;

export interface BackupReport {
  id: string;
  kind: (typeof REPORT_KINDS)[number];
  is_ok: boolean;
  /** Place of the archive, as the program that made it names it; without secrets. */
  place: string;
  summary: string;
  /** ms since the epoch. */
  at: number;
}

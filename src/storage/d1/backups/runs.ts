/** Runs of backups and restores, and the reports of those that ended. */
import { and, desc, eq, gt, lt, or } from "drizzle-orm";
import { type BackupRun, RUN_IDLE_MS } from "../../../backups/ports.ts";
import type { BackupReport } from "../../../backups/report.ts";
import type { Database } from "../database.ts";
import { backupReports, backupRuns } from "../schema/backups.ts";

/** Reports that are kept. */
const MOST_REPORTS = 200;

export class D1BackupRuns {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /**
   * The run that is under way. A backup that nobody goes on with is none; a restore stays one until it ends: an instance that has
   * only half of its data must not begin to run.
   */
  async current(): Promise<BackupRun | undefined> {
    const [row] = await this.db.select().from(backupRuns).where(this.isAlive()).limit(1);
    return row && { ...row, kind: row.kind === "restore" ? "restore" : "backup" };
  }

  async isRestoring(): Promise<boolean> {
    return (await this.current())?.kind === "restore";
  }

  async begin(id: string, kind: BackupRun["kind"]): Promise<void> {
    const at = this.now();
    await this.db.insert(backupRuns).values({ id, kind, begun_at: at, seen_at: at });
  }

  /** Keeps the run alive. Returns false when there is none with this id, of this kind. */
  async see(id: string, kind?: BackupRun["kind"]): Promise<boolean> {
    const isIt = and(eq(backupRuns.id, id), kind && eq(backupRuns.kind, kind), this.isAlive());
    const seen = await this.db
      .update(backupRuns)
      .set({ seen_at: this.now() })
      .where(isIt)
      .returning({ id: backupRuns.id });
    return seen.length > 0;
  }

  async end(id: string): Promise<void> {
    await this.db.delete(backupRuns).where(eq(backupRuns.id, id));
  }

  /** Deletes the backups that nobody goes on with. Returns how many there were. */
  async endIdle(): Promise<number> {
    const isIdle = and(eq(backupRuns.kind, "backup"), lt(backupRuns.seen_at, this.now() - RUN_IDLE_MS));
    return (await this.db.delete(backupRuns).where(isIdle).returning({ id: backupRuns.id })).length;
  }

  private isAlive() {
    return or(eq(backupRuns.kind, "restore"), gt(backupRuns.seen_at, this.now() - RUN_IDLE_MS));
  }

  /** Newest first. */
  reports(limit: number): Promise<BackupReport[]> {
    const newest = this.db
      .select()
      .from(backupReports)
      .orderBy(desc(backupReports.at), desc(backupReports.id));
    return newest.limit(limit) as unknown as Promise<BackupReport[]>;
  }

  async report(report: BackupReport): Promise<void> {
    await this.db.insert(backupReports).values(report);
    const [last] = await this.db
      .select({ at: backupReports.at })
      .from(backupReports)
      .orderBy(desc(backupReports.at))
      .limit(1)
      .offset(MOST_REPORTS);
    if (last) await this.db.delete(backupReports).where(lt(backupReports.at, last.at + 1));
  }
}

/** Runs of replay sets and their results in D1. */
import { and, asc, count, desc, eq, gt, inArray, notExists, notInArray, sql } from "drizzle-orm";
import {
  type Check,
  type Mark,
  MOST_RUNS,
  NOTHING_DONE,
  type ReplayRun,
  type ReplayRunId,
  type ReplaySetId,
  type RunChange,
  type RunResult,
  type RunStatus,
  type RunSummary,
  type SetTurnId,
} from "../../../replays/set.ts";
import type { Database } from "../database.ts";
import {
  replayResults as results,
  replayRuns as runs,
  replaySetTurns as turns,
} from "../schema/replays/replays.ts";

export class D1ReplayRuns {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Newest first. */
  async list(set_id: string): Promise<ReplayRun[]> {
    const rows = this.db.select().from(runs).where(eq(runs.set_id, set_id));
    return (await rows.orderBy(desc(runs.id))).map(runOf);
  }

  async get(owner: string, id: string): Promise<ReplayRun | undefined> {
    const isTheirs = and(eq(runs.id, id), eq(runs.owner, owner));
    const [row] = await this.db.select().from(runs).where(isTheirs);
    return row && runOf(row);
  }

  async add({ change, ...run }: ReplayRun): Promise<"full" | undefined> {
    const [row] = await this.db.select({ runs: count() }).from(runs).where(eq(runs.set_id, run.set_id));
    if ((row?.runs ?? 0) >= MOST_RUNS) return "full";
    await this.db.insert(runs).values({ ...run, change: JSON.stringify(change) });
    return undefined;
  }

  /** Ends a run that has not ended; returns whether this call did. */
  async end(
    id: string,
    { status, reason, at }: { status: Exclude<RunStatus, "running">; reason: string | null; at: number },
  ): Promise<boolean> {
    const isOpen = and(eq(runs.id, id), eq(runs.status, "running"));
    const ended = this.db.update(runs).set({ status, reason, ended_at: at }).where(isOpen);
    return (await ended.returning({ id: runs.id })).length > 0;
  }

  async remove(id: string): Promise<void> {
    await this.db.batch([
      this.db.delete(results).where(eq(results.run_id, id)),
      this.db.delete(runs).where(eq(runs.id, id)),
    ]);
  }

  /** Id of the next turn of the set without a result; undefined: all have one. */
  async next({ id, set_id }: ReplayRun): Promise<string | undefined> {
    const done = this.db.select({ id: results.set_turn_id }).from(results).where(eq(results.run_id, id));
    const isOpen = and(eq(turns.set_id, set_id), notInArray(turns.id, done));
    const open = this.db.select({ id: turns.id }).from(turns).where(isOpen);
    const [row] = await open.orderBy(asc(turns.id)).limit(1);
    return row?.id;
  }

  /** A result that is there already stays: a job that died may run a turn twice. A deleted run gets none. */
  async put({ replay, checks, ...result }: RunResult): Promise<void> {
    const is_met = checks.length === 0 ? null : checks.every(({ is_met }) => is_met);
    const json = { replay: replay && JSON.stringify(replay), checks: JSON.stringify(checks) };
    const row = { ...result, ...json, is_met, cost_usd: replay?.cost_usd ?? null };
    const run = this.db.select({ id: runs.id }).from(runs).where(eq(runs.id, result.run_id));
    const isLeft = and(eq(results.run_id, result.run_id), notExists(run));
    await this.db.batch([
      this.db.insert(results).values(row).onConflictDoNothing(),
      this.db.delete(results).where(isLeft),
    ]);
  }

  /** In the order of the set, from after the turn `after` on. */
  async results(run_id: string, { after, limit }: { after: string; limit: number }): Promise<RunResult[]> {
    const isWanted = and(eq(results.run_id, run_id), gt(results.set_turn_id, after));
    const rows = this.db.select().from(results).where(isWanted);
    return (await rows.orderBy(asc(results.set_turn_id)).limit(limit)).map(resultOf);
  }

  async mark(run_id: string, set_turn_id: string, mark: Mark | null): Promise<boolean> {
    const isThis = and(eq(results.run_id, run_id), eq(results.set_turn_id, set_turn_id));
    const marked = this.db.update(results).set({ mark }).where(isThis);
    return (await marked.returning({ run_id: results.run_id })).length > 0;
  }

  async summary(run_id: string): Promise<RunSummary> {
    return (await this.summaries([run_id])).get(run_id) ?? NOTHING_DONE;
  }

  /** Summaries of up to 50 runs, by their ids; a run without a result has none. */
  async summaries(ids: readonly string[]): Promise<ReadonlyMap<string, RunSummary>> {
    const times = (mark: Mark) => sql<number>`count(*) FILTER (WHERE ${results.mark} = ${mark})`;
    const unpriced = sql`${results.replay} IS NOT NULL AND ${results.cost_usd} IS NULL`;
    const both = sql`${results.cost_usd} IS NOT NULL AND ${turns.cost_usd} IS NOT NULL`;
    const rows = await this.db
      .select({
        run_id: results.run_id,
        done: count(),
        expected: count(results.is_met),
        met: sql<number>`coalesce(sum(${results.is_met}), 0)`,
        better: times("better"),
        same: times("same"),
        worse: times("worse"),
        cost_usd: sql<number>`coalesce(sum(${results.cost_usd}), 0)`,
        original_cost_usd: sql<number>`coalesce(sum(${turns.cost_usd}) FILTER (WHERE ${both}), 0)`,
        unpriced: sql<number>`count(*) FILTER (WHERE ${unpriced})`,
      })
      .from(results)
      .innerJoin(turns, eq(turns.id, results.set_turn_id))
      .where(inArray(results.run_id, [...ids]))
      .groupBy(results.run_id);
    return new Map(rows.map(({ run_id, ...summary }) => [run_id, summary]));
  }
}

function runOf({ change, ...row }: typeof runs.$inferSelect): ReplayRun {
  return {
    ...row,
    id: row.id as ReplayRunId,
    set_id: row.set_id as ReplaySetId,
    change: JSON.parse(change) as RunChange,
  };
}

function resultOf({
  replay,
  checks,
  is_met: _,
  cost_usd: _cost,
  ...row
}: typeof results.$inferSelect): RunResult {
  return {
    ...row,
    run_id: row.run_id as ReplayRunId,
    set_turn_id: row.set_turn_id as SetTurnId,
    replay: replay === null ? null : (JSON.parse(replay) as RunResult["replay"]),
    checks: JSON.parse(checks) as Check[],
  };
}

import { describe, expect, test } from "vitest";
import { SchedulerRows, type StoredRun } from "../../../durable-objects/scheduler/rows.ts";
import type { Sql } from "../../../durable-objects/sql/sql.ts";
import type { Schedule, ScheduleId } from "../../../src/schedules/schedule.ts";

/** Rows of schedules, which stand in an object's own database. `within` runs its body where that can be reached. */
export function schedulesContract(within: (body: (sql: Sql) => void) => Promise<void> | void): void {
  const inRows = (body: (rows: SchedulerRows) => void) =>
    within((sql) => {
      const rows = new SchedulerRows(sql);
      rows.clear();
      body(rows);
    });

  describe("schedules", () => {
    test("are read as they were written, by their next time, those without one last", () =>
      inRows((rows) => {
        const [never, late, soon] = [schedule("c", null), schedule("b", 20), schedule("a", 10)];
        for (const each of [never, late, soon]) rows.add(each);
        expect(rows.list()).toEqual([soon, late, never]);
        expect(rows.get(late.id)).toEqual(late);
        expect(rows.get("sch_nobody")).toBeUndefined();
        expect(rows.due(10)).toEqual([soon]);
        expect(rows.nextWake()).toBe(10);
      }));

    test("that are paused are not due, and those that are done are not counted", () =>
      inRows((rows) => {
        const [paused, done] = [schedule("p", 1), schedule("d", 1)];
        for (const each of [paused, done]) rows.add(each);
        rows.change({ ...paused, state: "paused", wish: { ...paused.wish, name: "Quiet" } });
        rows.pass({ ...done, state: "done", next_at: null });
        expect(rows.due(9)).toEqual([]);
        expect(rows.size()).toBe(1);
        expect(rows.get(paused.id)?.wish.name).toBe("Quiet");
        expect(rows.nextWake()).toBeNull();
      }));

    test("are changed whole or not at all", () =>
      inRows((rows) => {
        expect(() =>
          rows.transaction(() => {
            rows.add(schedule("a", 1));
            rows.transaction(() => rows.add(schedule("b", 2)));
            throw new Error("The machine died.");
          }),
        ).toThrow("died");
        expect(rows.list()).toEqual([]);
      }));
  });

  describe("a run", () => {
    test("is there once for each occurrence, and goes with its schedule", () =>
      inRows((rows) => {
        const { id } = schedule("a", 1);
        rows.add(schedule("a", 1));
        expect(rows.addRun(run(id, 1))).toBe(true);
        expect(rows.addRun({ ...run(id, 1), note: "again" })).toBe(false);
        expect(rows.runs(id, { before: null, limit: 9 })).toEqual([run(id, 1)]);
        rows.saveRun(run("sch_nobody" as ScheduleId, 1));
        expect(rows.remove(id)).toBe(true);
        expect(rows.remove(id)).toBe(false);
        expect(rows.run(run(id, 1))).toBeUndefined();
      }));

    test("is begun and followed in the order of its next look, and settled without one", () =>
      inRows((rows) => {
        const { id } = schedule("a", 1);
        const [first, second, third] = [1, 2, 3].map((at) => run(id, at, { check_at: 10 - at }));
        for (const each of [first, second, third]) if (each) rows.addRun(each);
        expect(rows.toBegin(8, 9)).toEqual([third, second]);
        rows.saveRun(run(id, 3, { state: "running", check_at: 5 }));
        expect(rows.toFollow(5, 9).map(({ occurrence }) => occurrence)).toEqual([3]);
        expect(rows.isPending(id)).toBe(true);
        for (const at of [1, 2, 3]) rows.saveRun(run(id, at, { state: "completed", check_at: null }));
        expect(rows.isPending(id)).toBe(false);
        expect(rows.old(id, 1).map(({ occurrence }) => occurrence)).toEqual([2, 1]);
        expect(rows.runs(id, { before: 3, limit: 1 })).toMatchObject([{ occurrence: 2 }]);
        rows.removeRun({ schedule_id: id, occurrence: 1 });
        expect(rows.old(id, 0)).toHaveLength(2);
      }));

    test("that has ended is counted by its schedule", () =>
      inRows((rows) => {
        const { id } = schedule("a", 1);
        rows.add(schedule("a", 1));
        for (const cost of [0.25, 0.5]) rows.count(id, cost);
        expect(rows.get(id)).toMatchObject({ runs: 2, cost_usd: 0.75 });
      }));
  });
}

function schedule(name: string, next_at: number | null): Schedule {
  return {
    id: `sch_${name}` as ScheduleId,
    wish: {
      kind: "cron",
      name,
      text: "Write the digest.",
      agent: null,
      timing: { type: "cron", cron: "0 9 * * *" },
      time_zone: "UTC",
      quiet: null,
      missed: "once",
      runs_in: "conversation",
      target: { type: "own" },
    },
    maker: { trust: "trusted" },
    state: "active",
    reason: null,
    next_at,
    seen_at: 0,
    skipped: 0,
    skip_reason: null,
    runs: 0,
    cost_usd: 0,
    created_at: 0,
    updated_at: 0,
  };
}

function run(schedule_id: ScheduleId, occurrence: number, change: Partial<StoredRun> = {}): StoredRun {
  return {
    schedule_id,
    occurrence,
    state: "queued",
    delivery: "none",
    cause: "time",
    note: null,
    items: null,
    conversation_id: null,
    turn_id: null,
    told_in: null,
    told_as: null,
    words: null,
    trust: "trusted",
    reason: null,
    delivery_reason: null,
    cost_usd: null,
    check_at: occurrence,
    tries: 0,
    started_at: 0,
    ended_at: null,
    ...change,
  };
}

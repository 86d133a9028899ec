import { describe, expect, test } from "vitest";
import { activityOf, fromPs, fromStat, isComputing } from "../../../scripts/start/activity.mjs";
import { afterLook, isHanging, type Look, type Watch } from "../../../scripts/start/running/health.mjs";

const UP: Watch = { hasAnswered: true, isSuspicious: false, failures: 0, silentSince: undefined };
const look = (at: number, more: Partial<Look> = {}): Look => ({
  look: "fails",
  wasComputing: false,
  at,
  ...more,
});

/** When it is taken to hang, in seconds; undefined: it is not, as long as it is looked at. */
function hangsAt(watch: Watch, looks: readonly Look[]): number | undefined {
  let seen = watch;
  for (const each of looks) {
    seen = afterLook(seen, each);
    if (isHanging(seen, each)) return each.at / 1000;
  }
  return undefined;
}
const every = (seconds: number, until: number, more: Partial<Look> = {}) =>
  Array.from({ length: until / seconds }, (_, n) => look((n + 1) * seconds * 1000, more));

describe("a server that does not answer", () => {
  test("and does nothing has died", () => {
    expect(hangsAt(UP, every(10, 100))).toBe(40);
  });

  test("and computes is busy, for three minutes", () => {
    expect(hangsAt(UP, every(10, 180, { wasComputing: true }))).toBeUndefined();
    expect(hangsAt(UP, every(10, 300, { wasComputing: true }))).toBe(190);
  });

  test("but answers in between is let be", () => {
    const looks = every(10, 600).map((each, n) =>
      n % 4 === 3 ? { ...each, look: "answers" as const } : each,
    );
    expect(hangsAt(UP, looks)).toBeUndefined();
  });

  test("and whose port nobody holds is gone, whatever computes", () => {
    expect(hangsAt(UP, every(0.5, 60, { look: "refuses", wasComputing: true }))).toBe(1.5);
  });

  test("after a crash is looked at more closely", () => {
    expect(hangsAt({ ...UP, isSuspicious: true }, every(2.5, 60))).toBe(7.5);
  });

  test("may take two minutes to start", () => {
    const starting = { ...UP, hasAnswered: false };
    expect(hangsAt(starting, every(0.5, 119, { look: "refuses" }))).toBeUndefined();
    expect(hangsAt(starting, every(0.5, 200, { look: "refuses" }))).toBe(120);
  });
});

describe("whether processes compute", () => {
  test("is read from /proc", () => {
    expect(fromStat("7 (a (b) c) R 1 7 7 0 -1 4194560 1 2 3 4 150 50 0 0 20 0 1 0")).toEqual([
      { computedMs: 2_000, isRunnable: true },
    ]);
    expect(fromStat("")).toEqual([]);
  });

  test("is read from ps", () => {
    expect(fromPs("S+   1:02.50")).toEqual([{ computedMs: 62_500, isRunnable: false }]);
    expect(fromPs("R 01:00:00")).toEqual([{ computedMs: 3_600_000, isRunnable: true }]);
    expect(fromPs("")).toEqual([]);
  });

  test("needs a fifth of a processor, or one that waits for it", () => {
    const at = (computedMs: number, isRunnable = false) => ({ computedMs, isRunnable });
    expect(isComputing(at(100), at(150), 1_000)).toBe(false);
    expect(isComputing(at(100), at(350), 1_000)).toBe(true);
    expect(isComputing(at(100), at(100, true), 1_000)).toBe(true);
  });

  test("is known of this very process", () => {
    expect(activityOf(process.pid).computedMs).toBeGreaterThan(0);
    expect(activityOf(undefined)).toEqual({ computedMs: 0, isRunnable: false });
  });
});

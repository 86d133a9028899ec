import { describe, expect, it } from "vitest";
import { waitToBegin } from "../../../../durable-objects/conversation/turn/wait-to-begin.ts";
import { Load } from "../../../../src/platform/load.ts";
import { TurnAdmission } from "../../../../src/platform/turn-admission.ts";
import { testClock } from "../../../support/test-clock.ts";

/** `late_ms`: of timers, for three seconds. 200 turns run. */
function stage(late_ms: number) {
  const clock = testClock(3_000);
  const load = new Load();
  for (let now = 0; now <= 3_000; now += 10) load.recordDelay(late_ms, now);
  const starts = new TurnAdmission(load);
  for (let at = 0; at < 200; at++) starts.begin({ id: `running ${at}`, client: "ann" }, 3_000);
  // Places that nobody has used are gone.
  for (let at = 0; at < 4; at++) starts.ask({ id: `early ${at}`, client: "ann", urgency: "asked" }, 3_000);
  const told: number[] = [];
  const stop = new AbortController();
  const waits = {
    admission: starts,
    now: clock.now,
    later: (act: () => void, ms: number) => clock.after(ms, act),
    tell: (before: number) => void told.push(before),
  };
  const begun: string[] = [];
  const wait = (id: string) => {
    const waiting = waitToBegin(waits, { id, client: "ann", urgency: "asked" }, stop.signal);
    void waiting.then((status) => begun.push(`${id} ${status}`));
  };
  return { clock, load, starts, told, stop, begun, wait };
}

describe("a turn", () => {
  it("begins without a timer while the thread has time", async () => {
    const { clock, begun, told, wait } = stage(0);
    wait("one");
    await clock.advance(0);
    expect(begun).toEqual(["one begins"]);
    expect(clock.pending).toBe(0);
    expect(told).toEqual([]);
  });

  it("waits while the thread is full, says how many are before it, and begins by itself", async () => {
    const { clock, load, begun, told, wait } = stage(2_000);
    const ids = Array.from({ length: 80 }, (_, at) => `turn ${at}`);
    for (const id of ids) wait(id);
    // What fills the thread goes on.
    for (let passed = 0; passed < 1_200; passed += 10) {
      load.recordDelay(2_000, clock.now());
      await clock.advance(10);
    }
    expect(begun.length).toBeGreaterThan(30);
    expect(begun.length).toBeLessThan(80);
    expect(Math.max(...told)).toBeGreaterThan(30);
    await clock.advance(10_000);
    expect([...begun].sort()).toEqual(ids.map((id) => `${id} begins`).sort());
    expect(clock.pending).toBe(0);
  });

  it("that somebody stops waits no longer", async () => {
    const { clock, begun, stop, wait } = stage(2_000);
    for (const id of ["one", "two"]) wait(id);
    await clock.advance(10);
    stop.abort();
    await clock.advance(0);
    expect(begun).toContain("two stopped");
    expect(clock.pending).toBe(0);
  });
});

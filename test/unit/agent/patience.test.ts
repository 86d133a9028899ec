import { describe, expect, it } from "vitest";
import { patienceWith } from "../../../src/agent/loop/patience.ts";
import { deadlineAfter } from "../../../src/domain/time/deadline.ts";
import { trustedResult } from "../../../src/tools/define-tool.ts";
import { call, calls, results, Stage, says, tool } from "./stage.ts";

/** Time that goes by when the test says so. */
function machine() {
  const waiting = new Map<() => void, number>();
  let now = 1_000;
  const later = (act: () => void, ms: number) => {
    waiting.set(act, now + ms);
    return () => void waiting.delete(act);
  };
  return {
    waiting,
    deps: { now: () => now, deadline: (ms: number) => deadlineAfter(ms, later) },
    pass(ms: number) {
      now += ms;
      for (const [act, at] of waiting) {
        if (at > now) continue;
        waiting.delete(act);
        act();
      }
    },
  };
}

describe("the time of a call", () => {
  it("ends after its limit, whatever it says, where its tool allows no more", () => {
    const { deps, pass } = machine();
    const patience = patienceWith({ timeout_ms: 100 }, deps);
    pass(90);
    patience.alive();
    pass(20);
    expect(patience.signal.aborted).toBe(true);
  });

  it("begins anew with each sign of life, and ends with the longest all the same", () => {
    const { deps, pass } = machine();
    const patience = patienceWith({ timeout_ms: 100, longest_ms: 250 }, deps);
    for (let step = 0; step < 3; step++) {
      pass(80);
      expect(patience.signal.aborted).toBe(false);
      patience.alive();
    }
    pass(9);
    expect(patience.signal.aborted).toBe(false);
    pass(1);
    expect(patience.signal.aborted).toBe(true);
  });

  it("ends without one after its limit, though its tool allows more", () => {
    const { deps, pass } = machine();
    const patience = patienceWith({ timeout_ms: 100, longest_ms: 250 }, deps);
    pass(100);
    expect(patience.signal.aborted).toBe(true);
    patience.alive();
    expect(patience.signal.aborted).toBe(true);
  });

  it("leaves no timer behind", () => {
    const { deps, waiting } = machine();
    const patience = patienceWith({ longest_ms: 600_000 }, deps);
    patience.alive();
    patience.alive();
    patience.clear();
    expect(waiting.size).toBe(0);
  });
});

it("a tool of a turn says that it works on, and is given its time", async () => {
  const stage: Stage = new Stage({
    model: [calls(call("a", "dig")), says("Done.")],
    tools: [
      {
        ...tool("dig", "once", (_what, { alive }) => {
          const [first] = stage.deadlines;
          // Time stands still here: from the one limit to the next.
          alive();
          expect(stage.deadlines).toHaveLength(1);
          expect(stage.deadlines[0]).not.toBe(first);
          return trustedResult("gold");
        }),
        longest_ms: 600_000,
      },
    ],
  });
  expect(results(await stage.play())).toEqual(["gold"]);
  expect(stage.deadlines).toEqual([]);
});

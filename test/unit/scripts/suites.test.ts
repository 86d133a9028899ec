import { describe, expect, it } from "vitest";
import { SUITES, stagesOf, suiteOf } from "../../../scripts/test/suites.mjs";

describe("the order of the suites", () => {
  const runs = stagesOf(SUITES).flat(2);

  it("has each of them", () => {
    expect([...new Set(runs.map(suiteOf))]).toEqual(SUITES);
  });

  it("has each part of a suite once", () => {
    for (const suite of SUITES) {
      const parts = runs.filter((run) => suiteOf(run) === suite);
      const all = parts.map((_, at) => `${suite} ${at + 1}/${parts.length}`);
      expect(parts).toEqual(parts.length === 1 ? [suite] : all);
    }
  });

  it("keeps those that start whole instances apart from those that compute", () => {
    const stages = stagesOf(SUITES).map((lanes) => lanes.flat());
    expect([...new Set(stages[1]?.map(suiteOf))]).toEqual(["process", "browser"]);
  });

  it("has no empty stage or lane where only some are wanted", () => {
    expect(stagesOf(["unit", "process"])).toEqual([[["unit"]], [["process"]]]);
  });
});

import { describe, expect, it } from "vitest";
import { runsOf, SUITES, suiteOf } from "../../../scripts/test/suites.mjs";

describe("the runs of the suites", () => {
  const runs = runsOf(SUITES);

  it("are of each of them", () => {
    expect([...new Set(runs.map(suiteOf))].toSorted()).toEqual(SUITES.toSorted());
  });

  it("have each part of a suite once", () => {
    for (const suite of SUITES) {
      const parts = runs.filter((run) => suiteOf(run) === suite);
      const all = parts.map((_, at) => `${suite} ${at + 1}/${parts.length}`);
      expect(parts).toEqual(parts.length === 1 ? [suite] : all);
    }
  });

  it("are only those that are wanted", () => {
    expect(runsOf(["process", "contract"])).toEqual(["process", "contract"]);
  });
});

import { describe, expect, it } from "vitest";
import { SUITES, stagesOf } from "../../../scripts/test/suites.mjs";

describe("the order of the suites", () => {
  it("has each of them once", () => {
    expect(stagesOf(SUITES).flat(2)).toEqual(SUITES);
  });

  it("keeps those that start whole instances apart from those that compute", () => {
    const stages = stagesOf(SUITES).map((lanes) => lanes.flat());
    expect(stages[1]).toEqual(["process", "browser"]);
  });

  it("has no empty stage or lane where only some are wanted", () => {
    expect(stagesOf(["workers", "browser"])).toEqual([[["workers"]], [["browser"]]]);
  });
});

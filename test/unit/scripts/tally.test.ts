import { expect, it } from "vitest";
import { add, readTally, tallyOf } from "../../../scripts/test/tally.mjs";

const report = (testResults: { status: string; assertionResults: unknown[] }[]) => ({
  numPassedTests: 3,
  numFailedTests: 1,
  testResults,
});

it("sums passed and failed tests", () => {
  expect(add({ passed: 1, failed: 2 }, tallyOf(report([])))).toEqual({ passed: 4, failed: 3 });
});

it("counts a file that could not be loaded as a failure", () => {
  const broken = report([
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{}] },
  ]);
  expect(tallyOf(broken)).toEqual({ passed: 3, failed: 2 });
});

it("counts a run that failed and reported nothing as a failure", () => {
  expect(readTally("/nowhere/report.json", false)).toEqual({ passed: 0, failed: 1 });
});

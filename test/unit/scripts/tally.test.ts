import { expect, it } from "vitest";
import { add, readTally, table, tallyOf } from "../../../scripts/test/tally.mjs";

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

it("tells each suite's time on a line of its own", () => {
  const suites = [
    { run: "unit", tally: { passed: 1537, failed: 0 }, seconds: 12.34 },
    { run: "workers", tally: { passed: 540, failed: 1 }, seconds: 90 },
  ];
  expect(table(suites).split("\n")).toEqual([
    "unit           12.3 s     1537 passed",
    "workers        90.0 s      540 passed  1 failed",
  ]);
});

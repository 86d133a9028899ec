import path from "node:path";
import { expect, it } from "vitest";
import { add, readTally, table, tallyOf } from "../../../scripts/test/tally.mjs";

const report = (testResults: Parameters<typeof tallyOf>[0]["testResults"]) => ({
  numPassedTests: 3,
  numFailedTests: 1,
  testResults,
});

it("sums passed and failed tests", () => {
  const sum = add({ passed: 1, failed: 2, failures: ["one"] }, tallyOf(report([])));
  expect(sum).toEqual({ passed: 4, failed: 3, failures: ["one"] });
});

it("counts a file that could not be loaded as a failure", () => {
  const broken = report([
    {
      name: path.resolve("test/unit/a.test.ts"),
      status: "failed",
      message: "no such module",
      assertionResults: [],
    },
    { status: "failed", assertionResults: [{ status: "passed" }] },
  ]);
  const failures = ["test/unit/a.test.ts could not be loaded\n    no such module"];
  expect(tallyOf(broken)).toEqual({ passed: 3, failed: 2, failures });
});

it("names what failed, with the beginning of the reason", () => {
  const failureMessages = [Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n")];
  const failed = { status: "failed", ancestorTitles: ["a turn"], title: "ends", failureMessages };
  const name = path.resolve("test/unit/a.test.ts");
  const [failure] = tallyOf(report([{ name, status: "failed", assertionResults: [failed] }])).failures;
  expect(failure).toMatch(/^test\/unit\/a\.test\.ts > a turn > ends\n {4}line 0\n/);
  expect(failure).toMatch(/line 11$/);
});

it("counts a run that failed and reported nothing as a failure", () => {
  expect(readTally("/nowhere/report.json", false)).toMatchObject({ passed: 0, failed: 1 });
});

it("tells each suite's time on a line of its own", () => {
  const suites = [
    { run: "unit", tally: { passed: 1537, failed: 0, failures: [] }, seconds: 12.34 },
    { run: "workers", tally: { passed: 540, failed: 1, failures: [] }, seconds: 90 },
  ];
  expect(table(suites).split("\n")).toEqual([
    "unit           12.3 s     1537 passed",
    "workers        90.0 s      540 passed  1 failed",
  ]);
});

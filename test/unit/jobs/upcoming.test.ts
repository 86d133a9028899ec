import { expect, it } from "vitest";
import type { Job } from "../../../src/jobs/job.ts";
import { UpcomingJobs } from "../../../src/jobs/upcoming.ts";

const kind = { name: "memory.extract", title: "Learn" };
const wish = { kind, owner: "ada", dedupe_key: "extract:1" };
const job = { ...wish, kind: kind.name, run_after: 20_000 } as Job;

it("a job that waits for its time is not asked for again, and then it is", () => {
  let now = 0;
  const upcoming = new UpcomingJobs(() => now);
  expect(upcoming.without([wish])).toEqual([wish]);
  upcoming.note([job]);
  now = 19_999;
  expect(upcoming.without([wish, { ...wish, dedupe_key: "extract:2" }])).toHaveLength(1);
  now = 20_000;
  expect(upcoming.without([wish])).toEqual([wish]);
});

it("a job without a key is always asked for", () => {
  const upcoming = new UpcomingJobs(() => 0);
  const plain = { kind, owner: "ada" };
  upcoming.note([{ ...job, dedupe_key: undefined } as unknown as Job]);
  expect(upcoming.without([plain])).toEqual([plain]);
});

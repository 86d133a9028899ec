import { expect, it } from "vitest";
import type { Job } from "../../../web/api/jobs.ts";
import { kindWords, statusWords, subjectOf, timesOf } from "../../../web/pages/jobs/job-words.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const job = (overrides: Partial<Job> = {}): Job => ({
  id: "job_1",
  kind: "memory.index_file",
  payload: { path: "notes.md" },
  status: "pending",
  attempts: 0,
  max_attempts: 3,
  run_after: at(0),
  created_at: at(-120_000),
  ...overrides,
});

it("names a job by what it does, and by its file", () => {
  expect(kindWords("memory.index_file")).toBe("Make a file findable");
  expect(kindWords("new.kind")).toBe("new.kind");
  expect(subjectOf(job())).toBe("notes.md");
  expect(subjectOf(job({ payload: null }))).toBe("");
});

it("says what it is at, and when it is tried again", () => {
  expect(statusWords(job(), NOW)).toBe("Waits");
  expect(statusWords(job({ run_after: at(30_000) }), NOW)).toBe("In 30 s");
  expect(statusWords(job({ attempts: 1, run_after: at(90_000) }), NOW)).toBe("Again in 1 min 30 s");
  expect(statusWords(job({ status: "failed" }), NOW)).toBe("Failed");
});

it("tells its age, how long it took, and its attempts", () => {
  const done = job({ status: "completed", attempts: 1, started_at: at(-60_000), finished_at: at(-58_500) });
  expect(timesOf(done, NOW)).toBe("2 min ago  ·  took 1.5 s  ·  attempt 1 of 3");
  expect(timesOf(job(), NOW)).toBe("2 min ago");
});

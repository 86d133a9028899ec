import { expect, it } from "vitest";
import type { Job } from "../../../web/api/jobs.ts";
import {
  endedWords,
  standingWords,
  statusWords,
  subjectOf,
  timesOf,
} from "../../../web/pages/jobs/job-words.ts";
import { barsOf, HEIGHT, lineOf } from "../../../web/pages/jobs/spark.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const job = (overrides: Partial<Job> = {}): Job => ({
  id: "job_1",
  kind: "memory.index_file",
  title: "Make a file findable",
  can_cancel: true,
  can_retry: false,
  is_own: true,
  payload: { path: "notes.md" },
  priority: 6,
  status: "pending",
  attempts: 0,
  max_attempts: 3,
  run_after: at(0),
  started_at: null,
  heartbeat_at: null,
  finished_at: null,
  created_at: at(-120_000),
  updated_at: at(-120_000),
  ...overrides,
});

it("names a job by its file", () => {
  expect(subjectOf(job())).toBe("notes.md");
  expect(subjectOf(job({ payload: null }))).toBe("");
  expect(subjectOf(job({ payload: { agent: "scholar", child: "cnv_1" } }))).toBe("@scholar");
});

it("says what it is at, and when it is tried again", () => {
  expect(statusWords(job(), NOW)).toBe("Waiting");
  expect(statusWords(job({ run_after: at(30_000) }), NOW)).toBe("In 30 s");
  expect(statusWords(job({ attempts: 1, run_after: at(90_000) }), NOW)).toBe("Again in 1 min 30 s");
  expect(statusWords(job({ status: "failed" }), NOW)).toBe("Failed");
  expect(statusWords(job({ status: "cancelled" }), NOW)).toBe("Cancelled");
});

it("tells its age, how long it took, and its attempts", () => {
  const done = job({ status: "completed", attempts: 1, started_at: at(-60_000), finished_at: at(-58_500) });
  expect(timesOf(done, NOW)).toBe("2 min ago  ·  took 1.5 s  ·  attempt 1 of 3  ·  priority 6");
  expect(timesOf(job(), NOW)).toBe("2 min ago  ·  priority 6");
});

it("draws a kind so that the slot with the most fills the height, and one of very many is seen", () => {
  const kind = {
    kind: "memory.extract",
    title: "Learn from a conversation",
    waits: 1,
    runs: 2,
    waiting: [0, 2],
    running: [0, 2],
    completed: [1, 999],
    failed: [0, 1],
  };
  const [few, many] = barsOf(kind);
  expect(few).toMatchObject({ x: 1, width: 238, done: 1.5, failed: 0 });
  expect((many?.done ?? 0) + (many?.failed ?? 0)).toBeCloseTo(HEIGHT, 0);
  expect(lineOf(kind)).toBe("120.0,35.0 360.0,1.0");
  expect(lineOf({ ...kind, waiting: [0, 0], running: [0, 0] })).toBe("");
  expect([standingWords(kind), endedWords(kind)]).toEqual(["1 waits, 2 run", "1000 done, 1 failed"]);
  expect([standingWords({ waits: 0, runs: 0 }), endedWords({ completed: [2], failed: [0] })]).toEqual([
    "nothing waits",
    "2 done",
  ]);
});

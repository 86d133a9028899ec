import { expect, test } from "vitest";
import { timeSeries } from "../../../src/jobs/time-series.ts";

const SPAN = { first: 10, slots: 4 };
const kind = "memory.extract";
const titleOf = (name: string) => `Title of ${name}`;

test("a job waits from when it came until it began, runs until its end, and is counted where it ended", () => {
  const since = [
    { kind, status: "completed", created: 10, started: 12, finished: 13, count: 3 },
    { kind, status: "failed", created: 11, started: 11, finished: 11, count: 1 },
    { kind, status: "pending", created: 12, started: null, finished: null, count: 2 },
    { kind, status: "pending", created: 11, started: 12, finished: null, count: 1 },
    { kind, status: "cancelled", created: 10, started: null, finished: 11, count: 1 },
    { kind, status: "running", created: 13, started: 13, finished: null, count: 1 },
  ] as const;
  const now = [
    { kind, status: "pending", count: 3 },
    { kind, status: "running", count: 1 },
  ] as const;
  expect(timeSeries({ now: [...now], since: [...since] }, SPAN, titleOf)).toEqual([
    {
      kind,
      title: "Title of memory.extract",
      waits: 3,
      runs: 1,
      waiting: [4, 4, 3, 3],
      running: [0, 0, 3, 1],
      completed: [0, 0, 0, 3],
      failed: [0, 1, 0, 0],
    },
  ]);
});

test("what has failed comes first, then what waits, then what was done most", () => {
  const row = (name: string, status: "completed" | "failed", count: number) =>
    ({ kind: name, status, created: 10, started: 10, finished: 10, count }) as const;
  const drawn = timeSeries(
    {
      now: [{ kind: "storage.expire", status: "pending", count: 1 }],
      since: [row("memory.embed", "completed", 5), row("memory.expire", "failed", 1)],
    },
    SPAN,
    titleOf,
  );
  expect(drawn.map((each) => each.kind)).toEqual(["memory.expire", "storage.expire", "memory.embed"]);
});

import { expect, test } from "vitest";
import { goesOn, JOB_KINDS, titleOfKind } from "../../../src/jobs/kinds.ts";
import { picture } from "../../../src/jobs/picture.ts";

const SPAN = { first: 10, slots: 4 };
const kind = "memory.extract";

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
  expect(picture({ now: [...now], since: [...since] }, SPAN)).toEqual([
    {
      kind,
      title: "Learn from a conversation",
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
  const drawn = picture(
    {
      now: [{ kind: "storage.expire", status: "pending", count: 1 }],
      since: [row("memory.embed", "completed", 5), row("memory.expire", "failed", 1)],
    },
    SPAN,
  );
  expect(drawn.map((each) => each.kind)).toEqual(["memory.expire", "storage.expire", "memory.embed"]);
});

test("each kind says what it does, and one that is not known keeps its name", () => {
  for (const name of Object.keys(JOB_KINDS)) expect(titleOfKind(name)).not.toBe(name);
  expect(titleOfKind("garden.grow")).toBe("garden.grow");
  expect(titleOfKind("constructor")).toBe("constructor");
  expect(goesOn("people.erase")).toContain("deleted");
  expect(goesOn("memory.extract")).toBeUndefined();
});

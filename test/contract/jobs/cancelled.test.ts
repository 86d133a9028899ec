import { expect, test } from "vitest";
import { z } from "zod";
import { createIds } from "../../../src/domain/ids.ts";
import { defineJob, type JobContext } from "../../../src/jobs/job.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const WORK = { name: "test.work", title: "Work" };

function open(work: (context: JobContext) => Promise<string>) {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = () => clock.now;
  const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
  const log: string[] = [];
  const jobs = createJobs({
    store: new D1JobStore(nodeD1()),
    doorbell: { ring: async () => undefined },
    handlers: () => [defineJob({ kind: WORK, schema: z.object({}), run: (_, context) => work(context) })],
    ids: createIds(now, random),
    now,
    log: (event) => log.push(event),
  });
  const add = (more: object = {}) => jobs.enqueue({ kind: WORK, owner: "ann", ...more });
  return { jobs, add, log, clock };
}

test("a job that waits is not run once it is cancelled, and another may take its place", async () => {
  let runs = 0;
  const { jobs, add } = open(async () => `run ${++runs}`);
  const { id } = await add({ dedupe_key: "one" });
  expect(await jobs.cancel(id)).toMatchObject({ status: "cancelled", finished_at: expect.any(Number) });
  expect(await jobs.run(id)).toBe("not_mine");
  expect(runs).toBe(0);
  expect((await add({ dedupe_key: "one" })).id).not.toBe(id);
});

test("a job that runs stops at its next step, and its end changes nothing", async () => {
  const steps: string[] = [];
  const { jobs, add, log } = open(async ({ heartbeat, signal, job }) => {
    steps.push("first");
    await jobs.cancel(job.id);
    try {
      await heartbeat();
    } finally {
      steps.push(`told: ${signal.aborted}`);
    }
    steps.push("second");
    return "done";
  });
  const { id } = await add();
  expect(await jobs.run(id)).toBe("taken");
  expect(steps).toEqual(["first", "told: true"]);
  expect(await jobs.store.get(id)).toMatchObject({ status: "cancelled", attempts: 1 });
  expect(log).toEqual([]);
});

test("a job of one step is done, and stays cancelled", async () => {
  const { jobs, add } = open(async ({ job }) => {
    await jobs.cancel(job.id);
    return "done";
  });
  const { id } = await add();
  expect(await jobs.run(id)).toBe("taken");
  const job = await jobs.store.get(id);
  expect(job).toMatchObject({ status: "cancelled" });
  expect(job?.result).toBeUndefined();
});

test("what has ended cannot be cancelled; what was cancelled can be tried again, and is put away in the end", async () => {
  const { jobs, add, clock } = open(async () => "done");
  const { id } = await add();
  await jobs.run(id);
  expect(await jobs.cancel(id)).toBeUndefined();
  const other = await add();
  await jobs.cancel(other.id);
  expect(await jobs.sweep()).toEqual({ rung: 0, released: 0 });
  expect(await jobs.retry(other.id)).toMatchObject({ status: "pending", attempts: 0 });
  expect(await jobs.run(other.id)).toBe("completed");
  const third = await add();
  await jobs.cancel(third.id);
  expect(await jobs.store.prune(clock.now + 1)).toBe(3);
});

test("jobs are counted by kind and state, and by the slots in which they came, began and ended", async () => {
  const { jobs, add, clock } = open(async () => "done");
  const slot_ms = 60_000;
  const from = clock.now;
  const done = await add();
  clock.now += slot_ms;
  await jobs.run(done.id);
  await add();
  await add({ owner: "bob" });
  const first = from / slot_ms;
  const kind = "test.work";
  const waiting = { kind, status: "pending", created: first + 1, started: null, finished: null };
  expect(await jobs.store.counts({ owner: "ann" }, { from, slot_ms })).toEqual({
    now: [{ kind, status: "pending", count: 1 }],
    since: [
      { kind, status: "completed", created: first, started: first + 1, finished: first + 1, count: 1 },
      { ...waiting, count: 1 },
    ],
  });
  const later = await jobs.store.counts({}, { from: from + slot_ms, slot_ms });
  expect(later.since).toEqual([{ ...waiting, count: 2 }]);
});

test("a kind is known by what runs it, and one that is not known keeps its name", () => {
  const { jobs } = open(async () => "done");
  expect(jobs.kindOf("test.work")).toEqual(WORK);
  expect(jobs.kindOf("constructor")).toEqual({ name: "constructor", title: "constructor" });
});

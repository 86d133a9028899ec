import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Env } from "../../../src/app/env.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { createClock } from "../../../src/jobs/clock.ts";
import { consumeJobs, DEAD_LETTERS } from "../../../src/jobs/consume.ts";
import { createDoorbell } from "../../../src/jobs/doorbell.ts";
import { defineJob, HopelessJobError, type JobContext, PRIORITIES } from "../../../src/jobs/job.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import type { Urgency } from "../../../src/jobs/ports.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { callApi, request } from "../api.ts";
import { ids } from "../people/somebody.ts";

const bindings = env as unknown as Env;
const MINUTE = 60_000;
let machines = 0;

type Work = (context: JobContext, payload: { n: number }) => Promise<string> | string;

/** Jobs of a kind of their own over the real D1, with bells that are only noted. */
function createMachine(work: Work = () => "done") {
  // Before the time of earlier machines, whose jobs lie in the same table and so are never due here.
  let now = Date.UTC(2100, 0, 1) - machines++ * 400 * 86_400_000;
  const kind = `test.${machines}`;
  const of = { name: kind, title: "Test" };
  const rung: { urgency: Urgency; id: string; delay: number }[] = [];
  const log: string[] = [];
  let deaf = false;
  const jobs = createJobs({
    store: new D1JobStore(bindings.DB),
    doorbell: {
      async ring(urgency, ids, delay) {
        if (deaf) throw new Error("the queue is away");
        for (const id of ids) rung.push({ urgency, id, delay });
      },
    },
    handlers: () => [
      defineJob({
        kind: of,
        schema: z.object({ n: z.number() }),
        run: async (payload, context) => work(context, payload),
      }),
    ],
    ids: createIds(
      () => now,
      (bytes) => void crypto.getRandomValues(bytes),
    ),
    now: () => now,
    log: (event) => log.push(event),
  });
  return {
    jobs,
    kind,
    of,
    rung,
    log,
    later: (ms: number) => {
      now += ms;
    },
    now: () => now,
    deafen: (value: boolean) => {
      deaf = value;
    },
    enqueue: (extra: object = {}) => jobs.enqueue({ kind: of, owner: "ann", payload: { n: 1 }, ...extra }),
    status: async (id: string) => (await jobs.store.get(id))?.status,
  };
}

describe("a job", () => {
  test("is a row before its bell rings, and runs once however often that rings", async () => {
    let runs = 0;
    const machine = createMachine(() => `run ${++runs}`);
    const job = await machine.enqueue();
    expect(machine.rung).toEqual([{ urgency: "background", id: job.id, delay: 0 }]);
    const outcomes = await Promise.all([1, 2, 3].map(() => machine.jobs.run(job.id)));
    expect(outcomes.sort()).toEqual(["completed", "not_mine", "not_mine"]);
    expect(runs).toBe(1);
    expect(await machine.jobs.store.get(job.id)).toMatchObject({
      status: "completed",
      result: "run 1",
      attempts: 1,
    });
  });

  test("of high priority rings the interactive queue", async () => {
    const machine = createMachine();
    await machine.enqueue({ priority: PRIORITIES.build });
    expect(machine.rung[0]?.urgency).toBe("interactive");
  });

  test("that is asked for twice with one key is one job until it has ended", async () => {
    const machine = createMachine();
    const first = await machine.enqueue({ dedupe_key: `${machine.kind}:a` });
    expect((await machine.enqueue({ dedupe_key: `${machine.kind}:a` })).id).toBe(first.id);
    await machine.jobs.run(first.id);
    expect((await machine.enqueue({ dedupe_key: `${machine.kind}:a` })).id).not.toBe(first.id);
  });

  test("with an id of its own is never added again, even after it has ended", async () => {
    const machine = createMachine();
    const id = `job_once_${machine.kind}`;
    await machine.enqueue({ id });
    await machine.jobs.run(id);
    expect(await machine.enqueue({ id })).toMatchObject({ id, status: "completed" });
    expect(await machine.jobs.run(id)).toBe("not_mine");
  });

  test("that fails is tried again after 2 and 4 minutes, and then has failed", async () => {
    const machine = createMachine(() => {
      throw new Error("no luck");
    });
    const { id } = await machine.enqueue();
    expect(await machine.jobs.run(id)).toBe("retrying");
    expect(machine.rung.at(-1)).toMatchObject({ id, delay: 120 });
    expect(await machine.jobs.run(id)).toBe("not_mine");
    machine.later(2 * MINUTE);
    expect(await machine.jobs.run(id)).toBe("retrying");
    expect(machine.rung.at(-1)).toMatchObject({ id, delay: 240 });
    machine.later(4 * MINUTE);
    expect(await machine.jobs.run(id)).toBe("failed");
    expect(await machine.jobs.store.get(id)).toMatchObject({
      status: "failed",
      attempts: 3,
      error: "no luck",
    });
  });

  test("that failed can be tried again by hand, and one that has not failed cannot", async () => {
    let broken = true;
    const machine = createMachine(() => {
      if (broken) throw new HopelessJobError("the disk is full");
      return "mended";
    });
    const { id } = await machine.enqueue();
    expect(await machine.jobs.run(id)).toBe("failed");
    broken = false;
    expect(await machine.jobs.retry(id)).toMatchObject({ status: "pending", attempts: 0 });
    expect(await machine.jobs.run(id)).toBe("completed");
    expect(await machine.jobs.retry(id)).toBeUndefined();
  });

  test("with a payload that its kind does not take, or of no known kind, fails at once and says why", async () => {
    const machine = createMachine();
    const wrong = await machine.enqueue({ payload: { n: "one" } });
    expect(await machine.jobs.run(wrong.id)).toBe("failed");
    expect((await machine.jobs.store.get(wrong.id))?.error).toContain("payload");
    const unknown = await machine.jobs.enqueue({ kind: { name: "test.unknown", title: "" }, owner: "ann" });
    expect(await machine.jobs.run(unknown.id)).toBe("failed");
    expect((await machine.jobs.store.get(unknown.id))?.error).toContain("test.unknown");
  });

  test("is not run before its time", async () => {
    const machine = createMachine();
    const { id } = await machine.enqueue({ run_after: machine.now() + MINUTE });
    expect(machine.rung).toMatchObject([{ id, delay: 60 }]);
    expect(await machine.jobs.run(id)).toBe("not_mine");
    machine.later(MINUTE);
    expect(await machine.jobs.run(id)).toBe("completed");
  });
});

describe("the sweep", () => {
  test("rings again for a job whose bell was lost, once each 90 seconds", async () => {
    const machine = createMachine();
    machine.deafen(true);
    const { id } = await machine.enqueue();
    expect(machine.log).toEqual(["doorbell_failed"]);
    machine.deafen(false);
    await machine.jobs.sweep();
    expect(machine.rung).toEqual([]);
    machine.later(91_000);
    await machine.jobs.sweep();
    await machine.jobs.sweep();
    expect(machine.rung.map((ring) => ring.id)).toEqual([id]);
  });

  test("takes back a job without a sign of life for five minutes; its late end changes nothing", async () => {
    let release: (text: string) => void = () => {};
    const machine = createMachine(() => new Promise((resolve) => (release = resolve)));
    const { id } = await machine.enqueue();
    const first = machine.jobs.run(id);
    await expect.poll(() => machine.status(id)).toBe("running");
    machine.later(5 * MINUTE + 1);
    await machine.jobs.sweep();
    expect(await machine.status(id)).toBe("pending");
    release("too late");
    await first;
    expect(await machine.jobs.store.get(id)).toMatchObject({ status: "pending", attempts: 1 });
    expect((await machine.jobs.store.get(id))?.result).toBeUndefined();
  });

  test("leaves a long job alone that gives signs of life", async () => {
    const machine = createMachine(async ({ heartbeat }) => {
      for (let minute = 0; minute < 10; minute++) {
        machine.later(MINUTE);
        await heartbeat();
        await machine.jobs.sweep();
      }
      return "slow and steady";
    });
    const { id } = await machine.enqueue();
    expect(await machine.jobs.run(id)).toBe("completed");
  });

  test("fails a job that died with its runner three times", async () => {
    const machine = createMachine();
    const { id } = await machine.enqueue();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await machine.jobs.store.claim(id, `dead_${attempt}`, machine.now());
      machine.later(6 * MINUTE);
      await machine.jobs.sweep();
    }
    expect(await machine.jobs.store.get(id)).toMatchObject({ status: "failed", attempts: 3 });
  });
});

describe("the queue's end", () => {
  const messages = (ids: string[]) =>
    ids.map((id, at) => ({ id: `m${at}`, timestamp: new Date(), attempts: 1, body: { job_ids: [id] } }));

  test("runs what is rung for and acknowledges every message, failures and nonsense too", async () => {
    const machine = createMachine((_context, { n }) => {
      if (n === 2) throw new Error("no luck");
      return "fine";
    });
    const good = await machine.enqueue();
    const bad = await machine.enqueue({ payload: { n: 2 } });
    const batch = createMessageBatch<unknown>("jobs-background", [
      ...messages([good.id, bad.id, "job_never_heard_of"]),
      { id: "junk", timestamp: new Date(), attempts: 1, body: "junk" },
    ]);
    await consumeJobs(machine.jobs, batch);
    const result = await getQueueResult(batch, createExecutionContext());
    expect(result.explicitAcks.sort()).toEqual(["junk", "m0", "m1", "m2"]);
    expect(await machine.status(good.id)).toBe("completed");
    expect(await machine.status(bad.id)).toBe("pending");
  });

  test("a dead letter runs nothing: the job it names is found without a sign of life", async () => {
    const machine = createMachine();
    const { id } = await machine.enqueue();
    await machine.jobs.store.claim(id, "dead", machine.now());
    machine.later(6 * MINUTE);
    await consumeJobs(machine.jobs, createMessageBatch(DEAD_LETTERS, messages([id])));
    expect(await machine.status(id)).toBe("pending");
  });

  test("a real queue carries the ring to the house's own consumer", async () => {
    const doorbell = createDoorbell({
      interactive: bindings.JOBS_INTERACTIVE,
      background: bindings.JOBS_BACKGROUND,
    });
    const store = new D1JobStore(bindings.DB);
    const now = Date.now();
    const { job } = await store.insert({
      id: `job_real${now}`,
      kind: "memory.expire",
      owner: "system",
      payload: {},
      priority: PRIORITIES.awaited,
      status: "pending",
      attempts: 0,
      max_attempts: 3,
      run_after: now,
      created_at: now,
      updated_at: now,
    });
    await doorbell.ring("interactive", [job.id], 0);
    await expect.poll(async () => (await store.get(job.id))?.status).toBe("completed");
  });
});

test("a job is cancelled over HTTP, told in the picture, and not where its kind has to come to its end", async () => {
  const store = new D1JobStore(bindings.DB);
  const now = Date.now();
  const times = { run_after: now + 60 * MINUTE, created_at: now, updated_at: now };
  const job = {
    owner: "admin",
    payload: {},
    priority: PRIORITIES.scheduled,
    status: "pending",
    attempts: 0,
    max_attempts: 3,
  } as const;
  const { job: waiting } = await store.insert({
    ...job,
    ...times,
    id: ids.create("job"),
    kind: "memory.expire",
  });
  const { job: erasing } = await store.insert({
    ...job,
    ...times,
    id: ids.create("job"),
    kind: "people.erase",
  });
  interface Picture {
    slots: string[];
    kinds: { kind: string; waits: number; waiting: number[]; completed: number[] }[];
  }
  const { job: ended } = await store.insert({
    ...job,
    ...times,
    run_after: now,
    id: ids.create("job"),
    kind: "memory.expire",
  });
  await store.claim(ended.id, "run", now);
  await store.complete(ended.id, "run", { result: "done", now });
  const drawn = await callApi<Picture>("GET", "/jobs/picture?hours=6");
  const expiring = drawn.kinds.find(({ kind }) => kind === "memory.expire");
  expect(expiring?.waits).toBeGreaterThan(0);
  expect(expiring?.waiting.at(-1)).toBe(expiring?.waits);
  expect(expiring?.completed.at(-1)).toBeGreaterThan(0);
  expect(drawn.slots).toHaveLength(12);
  expect(await callApi("POST", `/jobs/${waiting.id}/cancel`)).toMatchObject({
    status: "cancelled",
    title: "Let memories fade",
    can_cancel: false,
  });
  expect((await request("POST", `/jobs/${waiting.id}/cancel`)).status).toBe(409);
  const refused = await request("POST", `/jobs/${erasing.id}/cancel`);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("none of their data may stay behind"),
  ]);
});

describe("the clock", () => {
  test("adds the regular work of an hour once, however often it ticks", async () => {
    const machine = createMachine();
    const regular = (now: number) => [
      { id: `job_h_${machine.kind}_${Math.floor(now / (60 * MINUTE))}`, kind: machine.of, owner: "system" },
    ];
    const clock = () =>
      createClock({
        jobs: machine.jobs,
        regular,
        now: machine.now,
        isAtRest: async () => false,
        onFailure: () => {},
      });
    const [one, two] = [clock(), clock()];
    await one.tick();
    await one.tick();
    await two.tick();
    expect((await machine.jobs.store.list({ kind: machine.kind }, { limit: 9 })).length).toBe(1);
    machine.later(60 * MINUTE);
    await one.tick();
    expect((await machine.jobs.store.list({ kind: machine.kind }, { limit: 9 })).length).toBe(2);
  });

  test("brought along by requests it ticks once a minute, and a failure is told to the log alone", async () => {
    const machine = createMachine();
    const failures: unknown[] = [];
    let ticks = 0;
    const regular = () => {
      ticks++;
      throw new Error("no table");
    };
    const clock = createClock({
      jobs: machine.jobs,
      regular,
      now: machine.now,
      isAtRest: async () => false,
      onFailure: (cause) => failures.push(cause),
    });
    await clock.tickIfDue();
    await clock.tickIfDue();
    expect([ticks, failures.length]).toEqual([1, 1]);
    machine.later(MINUTE);
    await clock.tickIfDue();
    expect(ticks).toBe(2);
  });
});

import { expect, test } from "vitest";
import { z } from "zod";
import { createIds } from "../../../src/domain/ids.ts";
import { defineJob } from "../../../src/jobs/job.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const JOBS = 10_000;
const RUNNERS = 8;
const MINUTE = 60_000;

/** The same numbers each time, from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What the bells rang for: one in ten is lost, every other comes twice, and none in its order. */
class BadQueue {
  private readonly messages: string[] = [];
  private readonly roll: () => number;
  rung = 0;
  lost = 0;

  constructor(roll: () => number) {
    this.roll = roll;
  }

  async ring(_urgency: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.rung++;
      if (this.roll() < 0.1) this.lost++;
      else this.messages.push(id, id);
    }
  }

  /** Somewhere out of the middle. */
  next(): string | undefined {
    const at = Math.floor(this.roll() * this.messages.length);
    const last = this.messages.pop();
    const taken = this.messages[at];
    if (taken === undefined || last === undefined) return last;
    this.messages[at] = last;
    return taken;
  }
}

/** One in a hundred fails each time, one in a hundred takes its machine along the first time. */
const isPoison = (n: number) => n % 100 === 13;
const isDeadly = (n: number) => n % 100 === 57;

const EFFECT = { name: "test.effect", title: "Have an effect" };

test("of 10,000 jobs whose messages come twice or not at all each has one effect, and poison stops nobody", async () => {
  const roll = dice(7);
  let now = Date.UTC(2026, 0, 1);
  const queue = new BadQueue(roll);
  const effects = new Map<number, number>();
  const died = new Set<number>();
  const jobs = createJobs({
    store: new D1JobStore(nodeD1()),
    doorbell: queue,
    handlers: () => [
      defineJob({
        kind: EFFECT,
        schema: z.object({ n: z.number() }),
        async run({ n }) {
          if (isPoison(n)) throw new Error("poison");
          if (isDeadly(n) && !died.has(n)) {
            died.add(n);
            return new Promise<string>(() => undefined);
          }
          effects.set(n, (effects.get(n) ?? 0) + 1);
          return "done";
        },
      }),
    ],
    ids: createIds(
      () => now,
      (bytes) => void crypto.getRandomValues(bytes),
    ),
    now: () => now,
    log: () => undefined,
  });

  for (let start = 0; start < JOBS; start += 100) {
    const payloads = Array.from({ length: 100 }, (_, at) => ({ n: start + at }));
    await jobs.enqueueAll(payloads.map((payload) => ({ kind: EFFECT, owner: "ann", payload })));
  }
  /** One consumer, until nothing is rung for. A machine that dies takes its runner along, and another comes. */
  const consume = async () => {
    for (let id = queue.next(); id !== undefined; id = queue.next())
      await Promise.race([jobs.run(id), new Promise((resolve) => setImmediate(() => setImmediate(resolve)))]);
  };
  const good = Array.from({ length: JOBS }, (_, n) => n).filter((n) => !isPoison(n));
  let minutes = 0;
  for (; minutes < 60; minutes++) {
    await Promise.all(Array.from({ length: RUNNERS }, consume));
    const { now: open } = await jobs.store.counts({}, { from: now, slot_ms: MINUTE });
    if (open.length === 0) break;
    now += MINUTE;
    await jobs.sweep();
  }

  expect(queue.lost).toBeGreaterThan(900);
  expect(died.size).toBe(100);
  expect(effects.size).toBe(good.length);
  expect([...effects.values()].every((count) => count === 1)).toBe(true);
  const failed = await jobs.store.list({ status: "failed" }, { limit: 1_000 });
  expect(failed).toHaveLength(100);
  expect(failed.every(({ attempts, error }) => attempts === 3 && error === "poison")).toBe(true);
  expect(await jobs.store.list({ status: "completed" }, { limit: 1 })).toHaveLength(1);
  expect(minutes).toBeLessThan(60);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Sandbox, SandboxResult } from "../../../src/sandbox/port.ts";
import { withQueue } from "../../../src/sandbox/queue.ts";

const DONE: SandboxResult = { ok: true, value: "", console: [], compute_ms: 0 };
const JOB = { language: "javascript", code: "", entry: { kind: "program" }, host: {} } as const;
const job = (signal = new AbortController().signal) => ({ ...JOB, signal });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Programs that end when they are told to. */
function scene(limits: { running: number; waiting: number }) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const sandbox: Sandbox = {
    run: ({ code }) =>
      new Promise((resolve) => {
        begun.push(code);
        ends.push(() => resolve(DONE));
      }),
  };
  const deps = {
    clock: () => Date.now(),
    pause: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  };
  return { queued: withQueue(sandbox, deps, limits), deps, begun, end: () => ends.shift()?.() };
}

test("eight run at once, the others begin in their order, and a full line refuses", async () => {
  const { queued, begun, end } = scene({ running: 8, waiting: 12 });
  const names = Array.from({ length: 20 }, (_, number) => String(number));
  const results = names.map((code) => queued.run({ ...job(), code }));
  expect(await queued.run(job())).toMatchObject({ ok: false, problem: "busy" });
  for (let ended = 0; ended < 20; ended++) {
    await pass(100);
    expect(begun).toEqual(names.slice(0, 8 + ended));
    end();
  }
  expect((await Promise.all(results)).every(({ ok }) => ok)).toBe(true);
});

test("who waits in line may be stopped, or give up in time", async () => {
  const { queued } = scene({ running: 1, waiting: 5 });
  void queued.run(job());
  const controller = new AbortController();
  const stopped = queued.run(job(controller.signal));
  await pass(30);
  const late = queued.run({ ...job(), limits: { wait_ms: 200 } });
  controller.abort();
  await pass(300);
  expect(await stopped).toMatchObject({ ok: false, problem: "aborted" });
  expect(await late).toMatchObject({ ok: false, problem: "timeout" });
});

test("a program that went with its object gives its place back", async () => {
  const { queued, begun } = scene({ running: 1, waiting: 5 });
  void queued.run({ ...job(), limits: { wait_ms: 1_000 } });
  await pass(0);
  void queued.run({ ...job(), code: "next" });
  await pass(5_900);
  expect(begun).toEqual([""]);
  await pass(200);
  expect(begun).toEqual(["", "next"]);
});

test("who waits and goes with its object holds up nobody", async () => {
  const { queued, deps, begun, end } = scene({ running: 1, waiting: 5 });
  void queued.run({ ...job(), code: "first" });
  const { pause } = deps;
  // Of an object that is no more: its timer never fires.
  deps.pause = () => new Promise(() => undefined);
  void queued.run({ ...job(), code: "gone" });
  deps.pause = pause;
  void queued.run({ ...job(), code: "last" });
  await pass(0);
  end();
  await pass(2_100);
  expect(begun).toEqual(["first", "last"]);
});

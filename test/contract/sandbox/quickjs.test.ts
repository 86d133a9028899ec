import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { luaBundle } from "../../../scripts/build-lua.mjs";
import { meteredQuickJs } from "../../../scripts/meter-wasm.mjs";
import type { Sandbox, SandboxResult } from "../../../src/capabilities/sandbox/port.ts";
import { withQueue } from "../../../src/capabilities/sandbox/queue.ts";
import { createQuickJsSandbox } from "../../../src/capabilities/sandbox/quickjs/engine.ts";
import { createFairness } from "../../../src/capabilities/sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../../../src/capabilities/sandbox/strip-types.ts";
import { sandboxSuite } from "./suite.ts";

const { compile } = (
  globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
).WebAssembly;
const HERE = new URL("../../../src/capabilities/sandbox/", import.meta.url);
const wasm = await readFile(new URL("quickjs/quickjs.wasm", HERE));
const module = await compile(wasm);
const lua = await readFile(new URL("lua/lua.txt", HERE), "utf8");
const clock = () => performance.now();

const sandbox = createQuickJsSandbox({
  loadWasm: async () => module,
  loadLua: async () => lua,
  loadTypeStripper,
  clock,
  fairness: createFairness(clock),
});

sandboxSuite("quickjs", () => ({ sandbox, languages: ["javascript", "typescript", "lua"], limits: true }));

test("the metered module is what the script makes of the installed package", () => {
  expect(Buffer.compare(meteredQuickJs(), wasm)).toBe(0);
});

test("the Lua script is what the script makes of the installed package", async () => {
  expect(await luaBundle()).toBe(lua);
});

test("eight run at once, the others wait in line, and a full line refuses", async () => {
  let running = 0;
  let most = 0;
  const done: (() => void)[] = [];
  const slow: Sandbox = {
    run: () =>
      new Promise<SandboxResult>((resolve) => {
        most = Math.max(most, ++running);
        done.push(() => {
          running--;
          resolve({ ok: true, value: "", console: [], compute_ms: 0 });
        });
      }),
  };
  const queued = withQueue(slow, { running: 8, waiting: 12 });
  const signal = new AbortController().signal;
  const job = { language: "javascript", code: "", entry: { kind: "program" }, host: {}, signal } as const;
  const results = Array.from({ length: 21 }, () => queued.run(job));
  expect(await results[20]).toMatchObject({ ok: false, problem: "busy" });
  const stopped = new AbortController();
  while (done.length > 0) {
    done.shift()?.();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await Promise.all(results.slice(0, 20))).every(({ ok }) => ok)).toBe(true);
  expect(most).toBe(8);
  stopped.abort();
});

test("who waits in line may be stopped, or give up in time", async () => {
  const stuck: Sandbox = { run: () => new Promise(() => undefined) };
  const queued = withQueue(stuck, { running: 1, waiting: 5 });
  const job = { language: "javascript", code: "", entry: { kind: "program" }, host: {} } as const;
  void queued.run({ ...job, signal: new AbortController().signal });
  const controller = new AbortController();
  const stopped = queued.run({ ...job, signal: controller.signal });
  controller.abort();
  expect(await stopped).toMatchObject({ ok: false, problem: "aborted" });
  const late = queued.run({ ...job, signal: new AbortController().signal, limits: { wait_ms: 20 } });
  expect(await late).toMatchObject({ ok: false, problem: "timeout" });
});

/** What programs ask of the host holds nobody up, and has an end. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import type { SandboxLimits } from "../../../src/sandbox/port.ts";
import { createQuickJsSandbox } from "../../../src/sandbox/quickjs/engine.ts";
import { createFairness } from "../../../src/sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../../../src/sandbox/strip-types.ts";
import { programFiles } from "../../../src/tools/program-files.ts";
import { createRunCodeTool } from "../../../src/tools/run-code.ts";
import { heldWhile } from "../../support/held.ts";
import { memoryWorkspace } from "../../unit/tools/memory-workspace.ts";
import { aContext, call } from "../../unit/tools/support.ts";
import { ASKING } from "./asking.ts";

const { compile } = (
  globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
).WebAssembly;
const HERE = new URL("../../../src/sandbox/", import.meta.url);
const module = await compile(await readFile(new URL("quickjs/quickjs.wasm", HERE)));
const lua = await readFile(new URL("lua/lua.txt", HERE), "utf8");
const clock = () => performance.now();
const sandbox = createQuickJsSandbox({
  loadWasm: async () => module,
  loadLua: async () => lua,
  loadTypeStripper,
  clock,
  fairness: createFairness(clock),
});

/** ms that each of them runs, where nothing else ends it. */
const RUNS_MS = 200;
/** Turns of others that programs which let nobody in leave: before they begin, and where they wait for the disk. */
const MOST_TURNS_WHILE_HELD = 20;
const PROGRAMS_AT_ONCE = 4;

function runCode() {
  const many = Array.from({ length: 60 }, (_, n) => [`many/${n}.txt`, "many"]);
  const workspace = memoryWorkspace({
    "small.txt": "small",
    "large.txt": "x".repeat(9_000_000),
    "image.png": new Uint8Array(1_000_000),
    ...Object.fromEntries(many),
  });
  const fetch = createGuardedFetch({
    allow_hosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async () => new Response("hello"),
  });
  const shorter = {
    run: (job: Parameters<typeof sandbox.run>[0]) => sandbox.run({ ...job, limits: { wait_ms: RUNS_MS } }),
  };
  return createRunCodeTool({ sandbox: shorter, workspace, fetch });
}

describe("others have their turn within a second beside four programs, each of which", () => {
  test.each(ASKING)("$name", async ({ code, language = "javascript" }) => {
    const tool = runCode();
    const programs = Array.from({ length: PROGRAMS_AT_ONCE }, () =>
      call(tool, { code, language }, aContext()),
    );
    const { holds } = await heldWhile(Promise.all(programs));
    // On a busy machine the programs' time is over before they have computed much: then nobody was held long either.
    if (holds.longest > RUNS_MS / 2) expect(holds.turns).toBeGreaterThan(MOST_TURNS_WHILE_HELD);
    expect(holds.p95).toBeLessThan(1_000);
    expect(holds.longest).toBeLessThan(1_000);
  });

  test("thirty of them and more", () => {
    expect(ASKING.length).toBeGreaterThanOrEqual(30);
  });
});

describe("a program is told when it has asked for enough:", () => {
  const run = (code: string, limits: Partial<SandboxLimits> = {}) =>
    sandbox.run({
      language: "javascript",
      code,
      entry: { kind: "program" },
      host: {
        echo: async (value: unknown) => value,
        ...programFiles(memoryWorkspace({ "a.txt": "a" }), "o"),
      },
      limits,
      signal: new AbortController().signal,
    });
  const refusedAt = (call: string) =>
    `let n = 0; try { for (; n < 5000; n++) await ${call}; "never" } catch (error) { n + ": " + error.message }`;

  test("calls", async () => {
    expect(await run(refusedAt("ctx.echo(1)"), { host_calls: 20 })).toMatchObject({
      value: expect.stringMatching(/^20: This program has called ctx 20 times, the most/),
    });
  });

  test("calls that are refused count too", async () => {
    const code = `for (let i = 0; i < 20; i++) try { await ctx.readFile("../a") } catch {} ${refusedAt("ctx.echo(1)")}`;
    expect(await run(code, { host_calls: 20 })).toMatchObject({
      value: expect.stringMatching(/^0: .*20 times/),
    });
  });

  test("bytes, of arguments and answers together", async () => {
    const code = `const text = "x".repeat(1e6); ${refusedAt("ctx.echo(text)")}`;
    // A megabyte that goes over is a good part of the usual two seconds where other programs keep the cores busy.
    expect(await run(code, { host_chars: 9_000_000, compute_ms: 20_000 })).toMatchObject({
      value: expect.stringMatching(/^4: This program has moved more than 9 MB through ctx/),
    });
  });

  test("files", async () => {
    expect(await run(refusedAt('ctx.writeFile("f" + n, "x")'))).toMatchObject({
      value: expect.stringMatching(/^1000: This program has used 1000 files, the most/),
    });
  });

  test.each([
    ["text", '"x".repeat(2.5e7)'],
    ["values", "Array(3e5).fill(1)"],
  ])("%s in one call", async (_name, value) => {
    expect(
      await run(`await ctx.echo(${value})`, { compute_ms: 20_000, memory_bytes: 256 * 1024 * 1024 }),
    ).toMatchObject({
      ok: false,
      problem: "output",
      reason: expect.stringContaining("more at once than the host accepts"),
    });
  });

  test("a large file is written and read again, whole", async () => {
    const code = `const text = 'x"\\n'.repeat(2e6); await ctx.writeFile("b.txt", text); (await ctx.readFile("b.txt")) === text`;
    expect(await run(code, { compute_ms: 20_000 })).toMatchObject({ ok: true, value: "true" });
  });
});

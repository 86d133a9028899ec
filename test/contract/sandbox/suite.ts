/** What every engine of the sandbox must do. */
import { describe, expect, test } from "vitest";
import type {
  Sandbox,
  SandboxJob,
  SandboxLanguage,
  SandboxProblem,
  SandboxResult,
} from "../../../src/sandbox/port.ts";
import { HONEST, HOSTILE, type Hostile } from "./programs.ts";

export interface Engine {
  sandbox: Sandbox;
  languages: readonly SandboxLanguage[];
  /** Whether computing, memory and recursion are limited where the suite runs. */
  limits: boolean;
}

const host = {
  echo: async (value: unknown) => value,
  /** Is never answered. */
  hang: () => new Promise<never>(() => undefined),
  fail: () => Promise.reject(new Error("the host says no")),
};

/**
 * Short limits for what has to run into one. What another limit ends has time enough on a slow machine; what only computes
 * does so from its first millisecond on, and 25 of the meter's slices show as much as 75.
 */
function limitsFor(ends: Hostile["ends"]): { compute_ms: number; wait_ms: number } {
  const endsBy = (problem: SandboxProblem) => Array.isArray(ends) && ends.includes(problem);
  const computing = Array.isArray(ends) && ends.length === 1 ? 50 : 150;
  return { compute_ms: endsBy("compute") ? computing : 10_000, wait_ms: endsBy("timeout") ? 150 : 8_000 };
}

export function sandboxSuite(name: string, open: () => Engine): void {
  describe(`the ${name} sandbox`, () => {
    const run = (job: Partial<SandboxJob>): Promise<SandboxResult> =>
      open().sandbox.run({
        language: "javascript",
        code: "",
        entry: { kind: "program" },
        host,
        limits: {},
        signal: new AbortController().signal,
        ...job,
      });
    hostile(open, run);
    honest(open, run);
    modules(run);
    edges(run);
  });
}

type Run = (job: Partial<SandboxJob>) => Promise<SandboxResult>;

function hostile(open: () => Engine, run: Run): void {
  describe("contains", () => {
    test.each(HOSTILE)("$name", async ({ code, language = "javascript", ends }) => {
      const { languages, limits } = open();
      const isOverLimit =
        Array.isArray(ends) && ends.some((end) => ["compute", "memory", "stack"].includes(end));
      if (!languages.includes(language) || (isOverLimit && !limits)) return;
      const started = performance.now();
      const result = await run({ code, language, limits: limitsFor(ends) });
      const ended = result.ok ? { value: result.value } : result.problem;
      if (Array.isArray(ends)) expect(ends, JSON.stringify(result).slice(0, 300)).toContain(ended);
      else expect(ended).toEqual(ends);
      expect(performance.now() - started).toBeLessThan(40_000);
    });

    test("at least thirty of them", () => {
      expect(HOSTILE.length).toBeGreaterThanOrEqual(30);
    });
  });
}

function honest(open: () => Engine, run: Run): void {
  describe("runs", () => {
    test.each(HONEST)("$name", async ({ code, language, value }) => {
      if (!open().languages.includes(language)) return;
      expect(await run({ code, language, limits: {} })).toMatchObject({ ok: true, value });
    });

    test("and keeps what is printed apart from the result", async () => {
      const code =
        "console.log('a', { b: 1 }); console.warn([1, 2]); console.error(new Error('c').message); 'result'";
      expect(await run({ code })).toMatchObject({
        ok: true,
        value: "result",
        console: [
          { level: "log", text: 'a {"b":1}' },
          { level: "warn", text: "[1,2]" },
          { level: "error", text: "c" },
        ],
      });
    });

    test("and carries nothing over to the next", async () => {
      await run({ code: "globalThis.leak = 1; Object.prototype.leak = 2; Array.prototype.push = null;" });
      expect(await run({ code: "[typeof leak, typeof {}.leak, typeof [].push].join()" })).toMatchObject({
        value: "undefined,undefined,function",
      });
    });
  });
}

function modules(run: Run): void {
  describe("a module", () => {
    const entry = { kind: "module", args: { name: "Ada" } } as const;

    test("is given its arguments and ctx", async () => {
      const code = "export async function run(args, ctx) { return 'Hello ' + await ctx.echo(args.name); }";
      expect(await run({ code, entry })).toMatchObject({ ok: true, value: "Hello Ada" });
    });

    test("may import the modules it came with, and no others", async () => {
      const job = {
        entry,
        code: 'import { greet } from "./lib/greet.js"; export const run = (args) => greet(args.name);',
        modules: {
          "./lib/greet.js": 'import { mark } from "./mark.js"; export const greet = (name) => name + mark;',
          "./lib/mark.js": 'export const mark = "!";',
        },
      };
      expect(await run(job)).toMatchObject({ ok: true, value: "Ada!" });
      expect((await run({ ...job, modules: {} })).ok).toBe(false);
    });

    test("without a run function is told what is missing", async () => {
      const result = await run({ code: "export const walk = () => 1;", entry });
      expect(result).toMatchObject({
        ok: false,
        reason: expect.stringContaining("must export a function run"),
      });
    });

    test("in TypeScript loses its types", async () => {
      const code = "export async function run(args: { name: string }): Promise<string> { return args.name; }";
      expect(await run({ code, entry, language: "typescript" })).toMatchObject({ ok: true, value: "Ada" });
    });
  });
}

function edges(run: Run): void {
  test("an error names its message and its line", async () => {
    const result = await run({ code: "const a = 1;\n\nnull.x;" });
    expect(result).toMatchObject({
      ok: false,
      problem: "exception",
      reason: expect.stringMatching(/TypeError/),
    });
  });

  test("what does not parse is a syntax error", async () => {
    expect(await run({ code: "let x = ;" })).toMatchObject({ ok: false, problem: "syntax" });
    expect(await run({ code: "let x: = 1", language: "typescript" })).toMatchObject({
      ok: false,
      problem: "syntax",
    });
  });

  test("fetch gives what the host answers, and nothing without the host", async () => {
    const fetch = async (request: unknown) => ({
      status: 201,
      url: "https://api.example.com/end",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    const code = `const r = await ctx.fetch("https://api.example.com/", { method: "POST", headers: { A: "b" }, body: "hi" });
      JSON.stringify([r.status, r.ok, r.url, r.headers.get("Content-Type"), await r.json()])`;
    const result = await run({ code, host: { fetch } });
    expect(result.ok && JSON.parse(result.value)).toEqual([
      201,
      true,
      "https://api.example.com/end",
      "application/json",
      { url: "https://api.example.com/", method: "POST", headers: { a: "b" }, body: "hi" },
    ]);
    expect((await run({ code })).ok).toBe(false);
  });

  test("a stop ends a program that waits", async () => {
    const controller = new AbortController();
    const stop = async () => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const result = await run({ code: "await ctx.stop()", host: { stop }, signal: controller.signal });
    expect(result).toMatchObject({ ok: false, problem: "aborted" });
  });

  test("a host call that never answers ends with the time", async () => {
    const never = () => new Promise(() => undefined);
    const result = await run({ code: "await ctx.never()", host: { never }, limits: { wait_ms: 200 } });
    expect(result).toMatchObject({ ok: false, problem: "timeout" });
  });

  test("several run side by side without seeing each other", async () => {
    const results = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
        run({
          code: `globalThis.n = ${n}; await ctx.echo(0); for (let i = 0; i < 20000; i++); await ctx.echo(0); n`,
          limits: {},
        }),
      ),
    );
    expect(results.map((result) => result.ok && result.value)).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
    ]);
  });
}

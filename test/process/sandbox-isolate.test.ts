import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHarness } from "wrangler";
import type { SandboxJob, SandboxResult } from "../../src/sandbox/port.ts";

const configPath = fileURLToPath(new URL("../fixtures/isolate/wrangler.toml", import.meta.url));
const harness = createTestHarness({ workers: [{ configPath }] });
beforeAll(() => harness.listen());
afterAll(() => harness.close());

async function run(job: Partial<SandboxJob>): Promise<SandboxResult> {
  const response = await harness.fetch("http://sandbox.test/", { method: "POST", body: JSON.stringify(job) });
  return (await response.json()) as SandboxResult;
}

test("a module is given its arguments and ctx, and what it prints is kept apart", async () => {
  const code =
    "export async function run(args, ctx) { console.warn('hi', { n: 1n }); return 'Hello ' + (await ctx.echo(args.name)); }";
  expect(await run({ code, entry: { kind: "module", args: { name: "Ada" } } })).toMatchObject({
    ok: true,
    value: "Hello Ada",
    console: [{ level: "warn", text: 'hi {"n":"1n"}' }],
  });
});

test("types are stripped, and the modules it came with can be imported", async () => {
  const code =
    'import { mark } from "./lib/mark.js"; export const run = (a: { n: number }): string => a.n + mark;';
  const modules = { "./lib/mark.js": "export const mark = '!';" };
  const job: Partial<SandboxJob> = {
    code,
    modules,
    language: "typescript",
    entry: { kind: "module", args: { n: 5 } },
  };
  expect(await run(job)).toMatchObject({ ok: true, value: "5!" });
});

test("there is no network but ctx.fetch, and no Node", async () => {
  const reach = await run({
    code: 'export const run = async () => (await fetch("https://example.com")).status;',
  });
  expect(reach).toMatchObject({ ok: false, reason: expect.stringContaining("not permitted") });
  const gate = await run({
    code: 'export const run = async (a, ctx) => { const r = await ctx.fetch("https://api.example.com/", { method: "POST", body: "x" }); return [r.status, r.headers.get("X-Own"), await r.json()]; };',
  });
  expect(gate.ok && JSON.parse(gate.value)).toEqual([
    201,
    "c",
    { url: "https://api.example.com/", method: "POST", headers: {}, body: "x" },
  ]);
  expect(await run({ code: "export const run = () => typeof process;" })).toMatchObject({
    value: "undefined",
  });
});

test.each([
  ["an error", "export const run = () => { throw new TypeError('bad'); };", "exception", /TypeError: bad/],
  ["what does not parse", "let x = ;", "syntax", /SyntaxError/],
  ["no run function", "export const walk = 1;", "exception", /must export a function run/],
  [
    "a promise that never settles",
    "export const run = () => new Promise(() => {});",
    "stuck",
    /never settles/,
  ],
  ["a host call that fails", "export const run = (a, ctx) => ctx.fail();", "exception", /the host says no/],
])("%s ends it with its reason", async (_name, code, problem, reason) => {
  expect(await run({ code })).toMatchObject({ ok: false, problem, reason: expect.stringMatching(reason) });
});

test("nothing carries over from one call to the next", async () => {
  await run({ code: "globalThis.leak = 1; export const run = () => 1;" });
  expect(await run({ code: "export const run = () => typeof leak;" })).toMatchObject({ value: "undefined" });
});

test("programs and Lua are run by the other engine", async () => {
  expect(await run({ code: "1 + 1", entry: { kind: "program" } })).toMatchObject({
    value: "by the fallback",
  });
});

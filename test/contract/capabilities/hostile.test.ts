import { expect, test } from "vitest";
import { callers, HOST, SECRET } from "./callers.ts";
import { HOSTILE } from "./programs.ts";

/** ms in which the longest of them must have ended, deadline and all. */
const PATIENCE = 40_000;

test("there are at least forty of them, each of its own", () => {
  expect(new Set(HOSTILE.map(({ main, parts }) => JSON.stringify([main, parts]))).size).toBeGreaterThan(40);
});

const { calls, made, sent } = callers();

test.each(HOSTILE)("a program that $what gets nowhere", async ({ main, parts, gives, again }) => {
  const capability = await made(main, { ...parts, test: WITHOUT_IT });
  const began = performance.now();
  const call = () => calls.make(capability, { args: {}, signal: AbortSignal.timeout(PATIENCE) });
  for (const result of [await call(), ...(again ? [await call()] : [])]) {
    if (gives instanceof RegExp) expect(result.output).toMatch(gives);
    else expect(result).toMatchObject(gives);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  }
  expect(performance.now() - began).toBeLessThan(PATIENCE);
  expect(sent.map(({ url }) => new URL(url).host).filter((host) => host !== HOST)).toEqual([]);
});

test("what they left behind touches nobody else's call", async () => {
  const well = await made('export const run = () => "well";');
  expect(await calls.make(well, { args: {}, signal: AbortSignal.timeout(PATIENCE) })).toMatchObject({
    output: "well",
  });
});

/** A hostile author writes such tests: passing them gives nothing that the call path does not. */
const WITHOUT_IT = "export const runs = (t) => { void t.run({}).catch(() => 0); };";

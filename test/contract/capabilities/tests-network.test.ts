/** Tests of a capability run without a network, whatever they try, and whatever hosts their version declares. */
import { describe, expect, test } from "vitest";
import type { SandboxJob } from "../../../src/sandbox/port.ts";
import { quickJs } from "../../support/quickjs.ts";
import { callers, HOST, SECRET } from "./callers.ts";
import { aShelf, filesOf, OWNER } from "./support.ts";

const HOSTS = [HOST, "169.254.169.254"];
const MAIN = `export async function run({ url }, ctx) {
  const answer = await ctx.fetch(url, { headers: { "x-key": "{{secret:KEY}}" } });
  return answer.text();
}`;
const DECLARED = { nightjar: { hosts: [HOST], secrets: ["KEY"] } };
const ANY = { manifest: { input_schema: { type: "object" } } };

/** Each tries, and fails its test with what it got: so that the report says how far it came. */
const TRIES: [what: string, code: string, says: RegExp][] = [
  ["the runtime's own fetch", `return await fetch(url)`, /fetch is not defined/],
  ["the global's", `return await globalThis.fetch(url)`, /not a function/],
  ["a socket", `return String(new WebSocket(url))`, /WebSocket is not defined/],
  ["an older request", `return String(new XMLHttpRequest())`, /XMLHttpRequest is not defined/],
  ["the program's fetch, without a stand-in", `return await t.run({ url })`, /tests have no network/],
  [
    "a stand-in that asks further",
    `return await t.run({ url }, { fetch: (...all) => fetch(...all) })`,
    /fetch is not defined|not among the hosts/,
  ],
  ["the host's calls by their names", `return await ctx.fetch(url)`, /not a function|not defined/],
  ["a module of the network", `return await import(url)`, /./],
];

describe.each(HOSTS)("a test that reaches for %s", (host) => {
  test.each(TRIES)("by %s reaches nothing, and is told so", async (_what, code, says) => {
    const jobs: SandboxJob[] = [];
    const { catalog } = aShelf({
      run(job) {
        jobs.push(job);
        return quickJs.run(job);
      },
    });
    const url = JSON.stringify(`https://${host}/taken`);
    const hostile = `export async function tries(t) { const url = ${url}; throw new Error("got " + (await (async () => { ${code} })())); }`;
    const files = filesOf("double", { main: MAIN, test: hostile, ...DECLARED, ...ANY });
    const outcome = await catalog.publish(OWNER, "double", { files, build_id: null });
    expect(outcome).toMatchObject({
      status: "refused",
      problems: expect.arrayContaining([expect.stringMatching(says)]),
    });
    // All that the host hands in is a count of calls.
    expect(jobs.map((job) => Object.keys(job.host))).toEqual([["called"]]);
  });
});

test("what a test said nothing against is stopped at the call: the host and the secret are used then, and not before", async () => {
  const { made, calls, sent } = callers();
  const swallows = `export async function tries(t) {
    for (const url of ${JSON.stringify(HOSTS.map((host) => `https://${host}/`))}) {
      await t.run({ url }).catch(() => 0);
      try { await fetch(url); } catch { continue; }
    }
  }`;
  const capability = await made(MAIN, { test: swallows, ...DECLARED });
  expect(sent).toEqual([]);
  const signal = AbortSignal.timeout(10_000);
  await calls.make(capability, { args: { url: `https://${HOST}/` }, signal });
  expect(sent).toMatchObject([{ url: `https://${HOST}/`, headers: { "x-key": SECRET } }]);
});

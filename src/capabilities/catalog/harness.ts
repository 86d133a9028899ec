/**
 * The module that runs a capability's tests in the sandbox. Each function that `tests.js` exports is a test and is given `t`:
 * - `await t.run(args, {fetch})` runs the capability, with a `fetch` of the test's own in place of the network;
 * - `t.answer(value, status, headers)` makes an answer for such a `fetch`: text as it is, all else as JSON; a host that
 *   package.json does not declare is refused, as it is in use;
 * - `t.equal(actual, expected)`, `t.ok(value)`, `t.match(text, pattern)`, `await t.rejects(promise)`.
 * A program that tampers with it harms its own report alone: what a version may do is decided outside.
 */
export const TEST_HARNESS = `
import { run as capability } from "./capability.js";
import * as tests from "./tests.js";

const show = (value) => typeof value === "string" ? value : JSON.stringify(value);
const fail = (message) => { throw new Error(message); };

function answer(value, status = 200, headers = {}) {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  const named = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)]));
  return {
    status, ok: status >= 200 && status < 300, url: "",
    headers: {
      get: (name) => named.get(String(name).toLowerCase()) ?? null, has: (name) => named.has(String(name).toLowerCase()),
      entries: () => named.entries(), [Symbol.iterator]: () => named[Symbol.iterator](),
    },
    text: async () => body, json: async () => JSON.parse(body),
  };
}

function declared(hosts, fetch) {
  return async (address, init) => {
    const { host, hostname } = new URL(String(address));
    if (!hosts.includes(host) && !hosts.includes(hostname)) fail(host + " is not among the hosts of package.json");
    return fetch(address, init);
  };
}

function tools(ctx, hosts) {
  const closed = async () => fail("tests have no network: hand t.run a fetch of your own");
  return {
    answer,
    run: async (args = {}, world = {}) => {
      await ctx.called(args);
      const fetch = world.fetch ? declared(hosts, world.fetch) : closed;
      const value = await capability(args, Object.freeze({ fetch }));
      return typeof value === "string" ? value : show(value);
    },
    equal: (actual, expected, message) => {
      if (show(actual) !== show(expected)) fail((message ? message + ": " : "") + "got " + show(actual) + ", expected " + show(expected));
    },
    ok: (value, message) => { if (!value) fail(message ?? "got " + show(value)); },
    match: (text, pattern) => { if (!pattern.test(text)) fail(show(text) + " does not match " + pattern); },
    rejects: async (promise, pattern) => {
      try { await promise; } catch (error) {
        if (pattern && !pattern.test(error.message)) fail(error.message + " does not match " + pattern);
        return;
      }
      fail("it did not fail");
    },
  };
}

export async function run({ hosts }, ctx) {
  const report = [];
  for (const [name, test] of Object.entries(tests)) {
    if (typeof test !== "function") continue;
    try { await test(tools(ctx, hosts)); report.push({ name, ok: true }); }
    catch (error) { report.push({ name, ok: false, problem: String(error?.message ?? error) }); }
  }
  return report;
}
`;

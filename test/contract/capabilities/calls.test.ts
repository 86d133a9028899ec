import { describe, expect, test } from "vitest";
import type { ToolContext } from "../../../src/agent/ports/tool.ts";
import type { Capability } from "../../../src/capabilities/catalog/capability.ts";
import type { Calls } from "../../../src/capabilities/use/calls.ts";
import { capabilityTool } from "../../../src/capabilities/use/capability-tool.ts";
import { createRepair, type Repair } from "../../../src/capabilities/use/repair.ts";
import { D1CallStore } from "../../../src/storage/d1/capabilities/calls.ts";
import { callers, HOST, SECRET } from "./callers.ts";
import { DOUBLE, OWNER, published } from "./support.ts";

const signal = () => AbortSignal.timeout(60_000);
const OWNERS = { is_owners: true } as ToolContext;

function toolOf(capability: Capability, calls: Calls, repair: Repair = async () => "Nobody mends it.") {
  const own = { ...capability, is_own: true, is_open: false };
  return capabilityTool(own, { calls, repair, now: async () => own });
}

describe("a call", () => {
  test("gives the result, and what was printed apart from it", async () => {
    const { run } = callers();
    const main = 'export async function run({ n }) { console.log("n is", n); return String(n + 1); }';
    expect(await run(main, { n: 1 })).toMatchObject({ ok: true, output: "2", console: "n is 1", version: 1 });
  });

  test("is offered as a tool that says in words what its arguments lack", async () => {
    const { catalog, calls } = callers();
    const { capability } = await published(catalog);
    const tool = toolOf(capability, calls);
    expect(tool).toMatchObject({ name: "cap_double", effect: "read", reach: "inside", personal: true });
    expect(tool.input.parse({ n: "four" })).toEqual({ ok: false, problem: "n must be integer, not string" });
    expect(tool.input.parse({})).toEqual({ ok: false, problem: "n is missing" });
    const context = { ...OWNERS, signal: signal() };
    expect(await tool.run({ n: 4 }, context)).toEqual({ ok: true, content: "8", trust: "untrusted" });
  });

  test("with a network reaches out, which an agent that has read foreign words must ask for", async () => {
    const { made, calls } = callers();
    const capability = await made("export const run = () => 1", { nightjar: { hosts: [HOST] } });
    const tool = toolOf(capability, calls);
    expect(tool).toMatchObject({ effect: "once", reach: "outside" });
    expect(tool.touches?.({})).toMatchObject({ to: "elsewhere", what: expect.stringContaining(HOST) });
  });

  test("gets its secrets into headers, and never sees one", async () => {
    const { run, sent } = callers();
    const main = `export async function run(args, ctx) {
      const answer = await ctx.fetch("https://${HOST}/echo", { headers: { authorization: "Bearer {{secret:KEY}}" } });
      return answer.text();
    }`;
    const call = await run(main, {}, { nightjar: { hosts: [HOST], secrets: ["KEY"] } });
    expect(sent[0]?.headers["authorization"]).toBe(`Bearer ${SECRET}`);
    expect(call).toMatchObject({ ok: true, output: expect.stringContaining("Bearer [secret]") });
    expect(JSON.stringify(call)).not.toContain(SECRET);
  });

  test("whose result does not fit what it promised has failed", async () => {
    const { run } = callers();
    const manifest = { output_schema: { type: "object", required: ["c"] } };
    const call = await run("export const run = () => JSON.stringify({ f: 1 })", {}, { manifest });
    expect(call).toMatchObject({ ok: false, output: expect.stringContaining("c is missing") });
  });

  test("goes by the version that stood in the list from which it was called", async () => {
    const { catalog, calls } = callers();
    const { capability: first } = await published(catalog);
    const { capability: second } = await published(catalog, "double", {
      main: DOUBLE.replace("n * 2", "n + n"),
      test: 'export const t1 = async (t) => t.equal(await t.run({ n: 2 }), "4");',
    });
    expect(await calls.make(first, { args: { n: 1 }, signal: signal() })).toMatchObject({ version: 1 });
    expect(await calls.make(second, { args: { n: 1 }, signal: signal() })).toMatchObject({ version: 2 });
  });

  test("that ends after its capability was removed leaves nothing behind", async () => {
    const { db, calls, catalog, made } = callers();
    const capability = await made("export const run = () => 1");
    await calls.make(capability, { args: {}, signal: signal() });
    await catalog.remove(OWNER, capability.name);
    await calls.make(capability, { args: {}, signal: signal() });
    expect(await new D1CallStore(db).list(capability.id, { limit: 10 })).toEqual([]);
  });

  test("is kept with what went in and came out, a hundred of them", async () => {
    const { db, calls, catalog } = callers();
    const { capability } = await published(catalog);
    for (let n = 0; n < 102; n++) await calls.make(capability, { args: { n }, signal: signal() });
    const kept = await new D1CallStore(db).list(capability.id, { limit: 200 });
    expect(kept).toHaveLength(100);
    expect(kept[0]).toMatchObject({ input: '{"n":101}', output: "202", ok: true });
    expect(await catalog.get(OWNER, "double")).toMatchObject({ calls: 102, failures: 0 });
  });
});

describe("five failures in a row", () => {
  const FRAIL = 'export function run({ fail }) { if (fail) throw new Error("it broke"); return "fine"; }';

  test("switch it off and say why, until its owner lets it in again", async () => {
    const { catalog, calls, made } = callers();
    const frail = await made(FRAIL);
    for (let n = 0; n < 5; n++) await calls.make(frail, { args: { fail: true }, signal: signal() });
    expect(await catalog.get(OWNER, frail.name)).toMatchObject({
      status: "disabled",
      failures: 5,
      problem: expect.stringContaining("it broke"),
    });
    expect(await catalog.enable(OWNER, frail.name)).toMatchObject({ status: "active", failures_in_row: 0 });
  });

  test("have the Builder mend it, who is told what failed and how", async () => {
    const { calls, made, db } = callers();
    const frail = await made(FRAIL);
    const wished: unknown[] = [];
    const repair = createRepair({
      store: new D1CallStore(db),
      build: async (wish) => void wished.push(wish),
    });
    const tool = toolOf(frail, calls, repair);
    const errors: string[] = [];
    for (let n = 0; n < 5; n++) {
      const outcome = await tool.run({ fail: true, n }, { ...OWNERS, signal: signal() });
      errors.push("error" in outcome ? outcome.error : "");
    }
    expect(errors.map((error) => error.includes("The Builder is repairing it"))).toEqual([
      ...Array(4).fill(false),
      true,
    ]);
    expect(wished).toMatchObject([
      { name: frail.name, repair: expect.stringContaining('{"fail":true,"n":4}') },
    ]);
    expect(JSON.stringify(wished)).toContain("gave: Error: it broke");
  });

  test("that nobody may have mended say so, and so do those that could not be told of", async () => {
    const { made, db } = callers();
    const frail = await made(FRAIL);
    const store = new D1CallStore(db);
    const context = {} as ToolContext;
    const refuses = createRepair({ store, build: async () => "this agent may not ask for it." });
    expect(await refuses(frail, context)).toContain("this agent may not ask for it.");
    const breaks = createRepair({ store, build: () => Promise.reject(new Error("D1 is away")) });
    expect(await breaks(frail, context)).toMatch(/in a row. Do not call it again.$/);
  });

  test("are counted from the last call that went well, without those that were interrupted", async () => {
    const { catalog, calls, made } = callers();
    const frail = await made(FRAIL);
    const call = (fail: boolean, stop = signal()) => calls.make(frail, { args: { fail }, signal: stop });
    for (const fail of [true, true, true, true, false, true, true]) await call(fail);
    for (let n = 0; n < 5; n++) await call(true, AbortSignal.abort());
    expect(await catalog.get(OWNER, frail.name)).toMatchObject({ status: "active", calls: 7, failures: 6 });
  });
});

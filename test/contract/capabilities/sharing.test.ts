/** What is shared with an agent or a room: who is offered it, whose secrets it has, and how soon a change is seen elsewhere. */
import { expect, test } from "vitest";
import type { Tool, ToolContext } from "../../../src/agent/ports/tool.ts";
import type { Capability, Share } from "../../../src/capabilities/catalog/capability.ts";
import type { CapabilityCatalog } from "../../../src/capabilities/catalog/port.ts";
import { CapabilityCache, type CapabilityUser } from "../../../src/capabilities/use/capability-cache.ts";
import { capabilityTool } from "../../../src/capabilities/use/capability-tool.ts";
import type { Usable } from "../../../src/capabilities/use/usable.ts";
import { D1CallStore } from "../../../src/storage/d1/capabilities/calls.ts";
import { soon } from "../../support/soon.ts";
import { callers, HOST, SECRET } from "./callers.ts";
import { aShelf, OWNER, published } from "./support.ts";

const GUIDE = { slug: "guide", owner: null };
const TO_GUIDE: Share = { kind: "agent", slug: "guide", place_owner: null };
const TO_BAR: Share = { kind: "room", slug: "bar", place_owner: OWNER };
const NINA: CapabilityUser = { owner: "nina", agent: GUIDE };
const MONA: CapabilityUser = { owner: OWNER, agent: GUIDE };
const signal = () => AbortSignal.timeout(60_000);

function clock() {
  let at = 1_000_000;
  const passes = (ms: number) => {
    at += ms;
  };
  return { now: () => at, passes };
}

const names = (found: readonly Usable[]) => found.map(({ name }) => name);

test("what is shared with an agent is there for whoever talks to it, and for nobody else", async () => {
  const { catalog } = aShelf();
  await published(catalog);
  await published(catalog, "kept_apart");
  const shelf = new CapabilityCache({ catalog, now: clock().now });
  expect(await shelf.usable(NINA)).toEqual([]);
  await catalog.share(OWNER, "double", [TO_GUIDE]);
  expect(await shelf.usable(NINA)).toMatchObject([
    { name: "double", owner: OWNER, is_own: false, is_open: true },
  ]);
  expect(await shelf.usable({ ...NINA, agent: { slug: "other", owner: null } })).toEqual([]);
  expect(await shelf.inRoom({ slug: "guide", owner: null })).toEqual([]);
  expect(await shelf.usable(MONA)).toMatchObject([
    { name: "double", is_own: true, is_open: true },
    { name: "kept_apart", is_own: true, is_open: false },
  ]);
  expect(await catalog.shares(OWNER)).toEqual(new Map([[expect.any(String), [TO_GUIDE]]]));
  await catalog.share(OWNER, "double", []);
  expect(await shelf.usable(NINA)).toEqual([]);
});

test("a place that has another owner by now is offered nothing that was shared with the one before", async () => {
  const { catalog } = aShelf();
  await published(catalog);
  await catalog.share(OWNER, "double", [TO_GUIDE, TO_BAR]);
  const shelf = new CapabilityCache({ catalog, now: clock().now });
  expect(names(await shelf.inRoom({ slug: "bar", owner: OWNER }))).toEqual(["double"]);
  expect(await shelf.inRoom({ slug: "bar", owner: "nina" })).toEqual([]);
  expect(await shelf.usable({ ...NINA, agent: { slug: "guide", owner: "nina" } })).toEqual([]);
});

test("one's own goes before another's of the same name, and one that is switched off does not", async () => {
  const { catalog } = aShelf();
  await published(catalog);
  await published(catalog, "double", {}, "nina");
  await catalog.share(OWNER, "double", [TO_GUIDE]);
  const shelf = new CapabilityCache({ catalog, now: clock().now });
  expect(await shelf.usable(NINA)).toMatchObject([{ name: "double", owner: "nina" }]);
  await catalog.disable("nina", "double", "not now");
  expect(await shelf.usable(NINA)).toMatchObject([{ name: "double", owner: OWNER }]);
});

test("it is gone with its capability, and with a restriction of the owner's own agents it stays shared", async () => {
  const { catalog } = aShelf();
  await published(catalog);
  await catalog.share(OWNER, "double", [TO_GUIDE]);
  await catalog.restrict(OWNER, "double", ["nightjar"]);
  const shelf = new CapabilityCache({ catalog, now: clock().now });
  expect(names(await shelf.usable(NINA))).toEqual(["double"]);
  await catalog.remove(OWNER, "double");
  expect(await shelf.usable(NINA)).toEqual([]);
  expect(await catalog.sharedIn({ kind: "agent", slug: "guide" })).toEqual([]);
});

const ASKS = `export async function run(args, ctx) {
  if (args.fail) throw new Error("it broke at " + args.fail);
  return (await ctx.fetch("https://${HOST}/echo", { headers: { key: "{{secret:KEY}}" } })).text();
}`;

async function shared() {
  const world = callers();
  const capability = await world.made(ASKS, { nightjar: { hosts: [HOST], secrets: ["KEY"] } });
  await world.catalog.share(OWNER, capability.name, [TO_GUIDE]);
  const shelf = new CapabilityCache({ catalog: world.catalog, now: clock().now });
  const mended: string[] = [];
  const toolFor = async (whose: CapabilityUser): Promise<Tool> => {
    const [found] = await shelf.usable(whose);
    if (!found) throw new Error("it is not offered");
    return capabilityTool(found, {
      calls: world.calls,
      repair: async ({ name }) => `${mended.push(name)} mended`,
      now: (each) => shelf.now(each, whose),
    });
  };
  return { ...world, capability, mended, toolFor };
}

const from = (whose: CapabilityUser) =>
  ({ ...whose, is_owners: true, signal: signal(), begin: () => undefined }) as unknown as ToolContext;

test("a call in another's conversation has its owner's secrets and hosts, and keeps nothing of what was said", async () => {
  const { db, capability, sent, toolFor } = await shared();
  const tool = await toolFor(NINA);
  expect(tool.personal).toBeUndefined();
  const outcome = await tool.run({ words: "between Nina and the guide" }, from(NINA));
  expect(outcome).toMatchObject({ ok: true, trust: "untrusted" });
  expect(sent[0]?.headers["key"]).toBe(SECRET);
  const [kept] = await new D1CallStore(db).list(capability.id, { limit: 5 });
  expect(kept).toMatchObject({ ok: true, owner: OWNER, input: "", output: "", console: "" });
});

test("failures by others' words are counted, and neither switch it off nor have it mended", async () => {
  const { catalog, capability, mended, toolFor } = await shared();
  const tool = await toolFor(NINA);
  for (let n = 1; n < 7; n++) await tool.run({ fail: n }, from(NINA));
  const found = await catalog.get(OWNER, capability.name);
  expect(found).toMatchObject({ status: "active", calls: 6, failures: 6, failures_in_row: 0 });
  const own = await toolFor(MONA);
  for (let n = 1; n < 6; n++) await own.run({ fail: n }, from(MONA));
  expect(await catalog.get(OWNER, capability.name)).toMatchObject({ status: "disabled", failures: 11 });
  expect(mended).toEqual([capability.name]);
});

/** Two isolates over one database. */
function twice() {
  const here = aShelf();
  const time = clock();
  return {
    here: here.catalog,
    there: new CapabilityCache({ catalog: unwatched(here.catalog), now: time.now }),
    time,
  };
}

/** Of another isolate it hears of no change. */
function unwatched(catalog: CapabilityCatalog): CapabilityCatalog {
  return { ...catalog, watch: () => undefined };
}

test("a change in another isolate is seen by the turn after the first that begins 2 s later, and no turn waits", async () => {
  const { here, there, time } = twice();
  await published(here);
  expect(names(await there.usable(MONA))).toEqual(["double"]);
  await here.disable(OWNER, "double", "not now");
  time.passes(2_000);
  expect(names(await there.usable(MONA))).toEqual(["double"]);
  await soon(async () => expect(await there.usable(MONA)).toEqual([]));
});

test("a call is refused 2 s after it was switched off, taken back or removed elsewhere", async () => {
  const { here, there, time } = twice();
  const { capability } = await published(here);
  await here.share(OWNER, "double", [TO_GUIDE]);
  const of = (each: Capability, whose: CapabilityUser) => there.now(each, whose);
  expect(await of(capability, NINA)).toMatchObject({ status: "active" });
  await here.disable(OWNER, "double", "not now");
  time.passes(2_000);
  expect(await of(capability, NINA)).toMatchObject({ status: "disabled" });
  await here.share(OWNER, "double", []);
  time.passes(2_000);
  expect(await of(capability, NINA)).toBeUndefined();
  expect(await of(capability, MONA)).toMatchObject({ status: "disabled" });
  await here.remove(OWNER, "double");
  time.passes(2_000);
  expect(await of(capability, MONA)).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { capabilities } from "../../../src/storage/d1/schema/capabilities.ts";
import { quickJs } from "../../support/quickjs.ts";
import { aShelf, DOUBLE, filesOf, heldSandbox, OWNER, published } from "./support.ts";

const REQUEST = { name: "double", description: "Doubles a number.", build_id: "bld_1" };

describe("a build", () => {
  test("ends with a version in use", async () => {
    const { catalog } = aShelf();
    const begun = await catalog.begin(OWNER, REQUEST);
    expect(begun).toMatchObject({ status: "begun", capability: { status: "building", version: 0 } });
    const outcome = await catalog.publish(OWNER, "double", { files: filesOf(), build_id: "bld_1" });
    expect(outcome).toMatchObject({
      status: "published",
      capability: { status: "active", version: 1, build_id: null },
      version: { version: 1, tests: 1, change: "built" },
    });
    const bundle = await catalog.bundle(OWNER, "double");
    expect(bundle?.files).toEqual(filesOf());
  });

  test("that begins twice is one, and another one waits for it", async () => {
    const { catalog } = aShelf();
    await catalog.begin(OWNER, REQUEST);
    expect((await catalog.begin(OWNER, REQUEST)).status).toBe("begun");
    expect((await catalog.begin(OWNER, { ...REQUEST, build_id: "bld_2" })).status).toBe("building");
  });

  test("that failed says why, and may begin again", async () => {
    const { catalog } = aShelf();
    await catalog.begin(OWNER, REQUEST);
    expect(await catalog.fail(OWNER, "double", { build_id: "bld_0", problem: "late" })).toBe(false);
    expect(await catalog.fail(OWNER, "double", { build_id: "bld_1", problem: "no way" })).toBe(true);
    expect(await catalog.get(OWNER, "double")).toMatchObject({ status: "failed", problem: "no way" });
    const again = await catalog.begin(OWNER, { ...REQUEST, build_id: "bld_2" });
    expect(again).toMatchObject({ status: "begun", capability: { status: "building", problem: null } });
  });

  test("of the next version leaves the one in use as it is, also when it fails", async () => {
    const { catalog } = aShelf();
    await published(catalog);
    await catalog.begin(OWNER, { ...REQUEST, build_id: "bld_2" });
    expect(await catalog.get(OWNER, "double")).toMatchObject({
      status: "active",
      version: 1,
      build_id: "bld_2",
    });
    await catalog.fail(OWNER, "double", { build_id: "bld_2", problem: "no way" });
    expect(await catalog.get(OWNER, "double")).toMatchObject({
      status: "active",
      version: 1,
      build_id: null,
    });
  });

  test("that is over can publish nothing", async () => {
    const { catalog } = aShelf();
    await catalog.begin(OWNER, REQUEST);
    await catalog.remove(OWNER, "double");
    const outcome = await catalog.publish(OWNER, "double", { files: filesOf(), build_id: "bld_1" });
    expect(outcome).toMatchObject({ status: "refused", problems: [expect.stringContaining("is over")] });
    expect(await catalog.get(OWNER, "double")).toBeUndefined();
  });

  test("whose tests end when a later one has published overwrites nothing", async () => {
    const { sandbox, reached, letOn } = heldSandbox();
    const { catalog } = aShelf(sandbox);
    const late = filesOf("double", { main: DOUBLE.replace("n * 2", "n + n") });
    await catalog.begin(OWNER, REQUEST);
    const stale = catalog.publish(OWNER, "double", { files: late, build_id: "bld_1" });
    await reached;
    await catalog.fail(OWNER, "double", { build_id: "bld_1", problem: "stopped" });
    await catalog.begin(OWNER, { ...REQUEST, build_id: "bld_2" });
    await catalog.publish(OWNER, "double", { files: filesOf(), build_id: "bld_2" });
    letOn();
    expect(await stale).toMatchObject({
      status: "refused",
      problems: [expect.stringContaining("in the meantime")],
    });
    expect(await catalog.get(OWNER, "double")).toMatchObject({ version: 1, status: "active" });
    expect(await catalog.versions(OWNER, "double")).toHaveLength(1);
    expect((await catalog.bundle(OWNER, "double"))?.files).toEqual(filesOf());
  });

  test("whose tests end when a later one has begun leaves that one under way", async () => {
    const { sandbox, reached, letOn } = heldSandbox();
    const { catalog } = aShelf(sandbox);
    await catalog.begin(OWNER, REQUEST);
    const stale = catalog.publish(OWNER, "double", { files: filesOf(), build_id: "bld_1" });
    await reached;
    await catalog.fail(OWNER, "double", { build_id: "bld_1", problem: "stopped" });
    await catalog.begin(OWNER, { ...REQUEST, build_id: "bld_2" });
    letOn();
    expect(await stale).toMatchObject({ status: "refused" });
    expect(await catalog.get(OWNER, "double")).toMatchObject({ version: 0, build_id: "bld_2" });
  });

  test("goes on when an earlier version is brought back meanwhile, and is registered after that", async () => {
    const { catalog } = aShelf();
    await published(catalog);
    await catalog.begin(OWNER, { ...REQUEST, build_id: "bld_2" });
    expect(await catalog.restore(OWNER, "double", 1)).toMatchObject({ version: 2, build_id: "bld_2" });
    const files = filesOf("double", { main: DOUBLE.replace("n * 2", "n + n") });
    expect(await catalog.publish(OWNER, "double", { files, build_id: "bld_2" })).toMatchObject({
      status: "published",
      capability: { version: 3, build_id: null },
    });
  });

  test.each(["Double", "d", "über", "a".repeat(49), "1st", "a-b", "__proto__"])(
    "is not begun as %s",
    async (name) => {
      const { catalog } = aShelf();
      expect(await catalog.begin(OWNER, { ...REQUEST, name })).toMatchObject({ status: "refused" });
    },
  );
});

describe("what is published", () => {
  test.each<[string, Parameters<typeof filesOf>[1], RegExp]>([
    [
      "fails its test",
      { main: 'export async function run() { return "7"; }' },
      /doubles failed: got 7, expected 8/,
    ],
    ["has no tests", { test: "export const none = 1;" }, /There are no tests/],
    ["has tests that never run it", { test: "export function fine() {}" }, /never run the capability/],
    [
      "is tested with what nobody can send",
      { test: 'export const t1 = (t) => t.run({ n: "x" });' },
      /n must be integer/,
    ],
    ["is no module", { main: "export async function run( {" }, /main\.ts/],
    ["exports no run", { main: "export const go = () => 1;" }, /find export .run/],
    ["imports a package", { main: `import pad from "left-pad";\n${DOUBLE}\nexport { pad };` }, /did not end/],
    [
      "never ends its test",
      { test: "export async function waits() { await new Promise(() => {}); }" },
      /did not end/,
    ],
    [
      "replaces the report",
      { test: "export const t1 = 1; Array.prototype.push = () => 0;" },
      /no tests|never run/,
    ],
    ["needs packages", { nightjar: { dependencies: {} } }, /package\.json/],
    ["declares an address as host", { nightjar: { hosts: ["https://api.example.com/"] } }, /package\.json/],
    ["wants more than there is", { nightjar: { limits: { compute_ms: 60_000 } } }, /package\.json/],
    ["has another name", { manifest: { name: "triple" } }, /name must be double/],
    ["says nothing of itself", { manifest: { description: "x" } }, /description/],
    ["takes a list", { manifest: { input_schema: { type: "array" } } }, /type object at its top/],
    [
      "has a schema that can't be checked",
      { manifest: { input_schema: { type: "object", properties: { n: { pattern: "(a+)+$" } } } } },
      /pattern.{1,3} is not checked here/,
    ],
  ])("is refused when it %s", async (_why, parts, reason) => {
    const { catalog } = aShelf();
    const outcome = await catalog.publish(OWNER, "double", {
      files: filesOf("double", parts),
      build_id: null,
    });
    expect(outcome).toMatchObject({ status: "refused" });
    expect(JSON.stringify(outcome)).toMatch(reason);
    expect(await catalog.list(OWNER)).toEqual([]);
  });

  test("is refused when it computes for ever", async () => {
    const given: number[] = [];
    const { catalog } = aShelf({
      run(job) {
        given.push(job.limits?.compute_ms ?? Number.POSITIVE_INFINITY);
        return quickJs.run({ ...job, limits: { ...job.limits, compute_ms: 500 } });
      },
    });
    const main = "export async function run() { for (;;) {} }";
    const files = filesOf("double", { main });
    const outcome = await catalog.publish(OWNER, "double", { files, build_id: null });
    expect(outcome).toMatchObject({ status: "refused" });
    expect(JSON.stringify(outcome)).toContain("computed for longer");
    expect(Math.max(...given)).toBeLessThanOrEqual(5_000);
  });

  test("has its files and no others", async () => {
    const { catalog } = aShelf();
    const { "RUN.md": _gone, ...files } = filesOf();
    const { problems } = await catalog.check(OWNER, "double", { ...files, "../main.js": "", "main.js": "" });
    expect(problems).toEqual([
      expect.stringContaining("../main.js has no place"),
      "There must be exactly one of main.ts and main.js.",
      "RUN.md is missing or empty.",
    ]);
  });

  const ASKING =
    'export async function run({ n }, ctx) { const a = await ctx.fetch(`https://api.example.com/${n}`); return `${a.headers.get("x-left")} left`; }';
  const STAND_IN =
    'export async function asks(t) { t.equal(await t.run({ n: 1 }, { fetch: async () => t.answer("", 200, { "X-Left": "3" }) }), "3 left"); }';

  test("is tested with answers that have headers, from hosts that it declares", async () => {
    const { catalog } = aShelf();
    const declared = { main: ASKING, test: STAND_IN, nightjar: { hosts: ["api.example.com"] } };
    expect((await catalog.check(OWNER, "double", filesOf("double", declared))).problems).toEqual([]);
    const undeclared = { main: ASKING, test: STAND_IN };
    expect((await catalog.check(OWNER, "double", filesOf("double", undeclared))).problems).toEqual([
      expect.stringContaining("api.example.com is not among the hosts of package.json"),
    ]);
  });

  test("says to which of several hosts each secret goes, and asks for each pair", async () => {
    const { catalog } = aShelf();
    const hosts = ["a.example.com", "b.example.com"];
    const unsaid = filesOf("double", { nightjar: { hosts, secrets: ["KEY"] } });
    expect(await catalog.publish(OWNER, "double", { files: unsaid, build_id: null })).toMatchObject({
      status: "refused",
      problems: [expect.stringContaining('say to which of its hosts KEY goes: "KEY@a.example.com"')],
    });
    const files = filesOf("double", { nightjar: { hosts, secrets: ["KEY@a.example.com"] } });
    const approved = { hosts, secrets: ["KEY@a.example.com"] };
    const published = await catalog.publish(OWNER, "double", { files, build_id: null, approved });
    expect(published).toMatchObject({ status: "published", version: { secrets: ["KEY@a.example.com"] } });
    const turned = filesOf("double", { nightjar: { hosts, secrets: ["KEY@b.example.com"] } });
    expect(await catalog.publish(OWNER, "double", { files: turned, build_id: null })).toMatchObject({
      status: "needs_approval",
      requested: { hosts: [], secrets: ["KEY@b.example.com"] },
    });
  });

  test.each([
    [["a.example.com"], []],
    [["a.example.com", "b.example.com"], ["KEY@a.example.com"]],
  ])("of a version that declared secrets apart from %j a new one asks for %j", async (hosts, secrets) => {
    const { catalog, db } = aShelf();
    const bound = filesOf("double", { nightjar: { hosts, secrets: ["KEY@a.example.com"] } });
    const approved = { hosts, secrets: ["KEY@a.example.com"] };
    await catalog.publish(OWNER, "double", { files: bound, build_id: null, approved });
    await db.update(capabilities).set({ secrets: '["KEY"]' });
    const next = { ...bound, "main.ts": `${bound["main.ts"]} // next` };
    const answer = await catalog.publish(OWNER, "double", { files: next, build_id: null });
    if (secrets.length === 0) expect(answer.status).toBe("published");
    else expect(answer).toMatchObject({ status: "needs_approval", requested: { hosts: [], secrets } });
  });

  test("reaches hosts only after its owner has said yes to these very files", async () => {
    const { catalog } = aShelf();
    const files = filesOf("double", { nightjar: { hosts: ["api.example.com"], secrets: ["KEY"] } });
    const asked = await catalog.publish(OWNER, "double", { files, build_id: null });
    expect(asked).toMatchObject({
      status: "needs_approval",
      requested: { hosts: ["api.example.com"], secrets: ["KEY@api.example.com"] },
    });
    expect(await catalog.list(OWNER)).toEqual([]);
    const approved = asked.status === "needs_approval" ? asked.digest : "";
    const other = { ...files, "main.ts": `${files["main.ts"]} // other` };
    expect((await catalog.publish(OWNER, "double", { files: other, build_id: null, approved })).status).toBe(
      "needs_approval",
    );
    expect((await catalog.publish(OWNER, "double", { files, build_id: null, approved })).status).toBe(
      "published",
    );
    const next = filesOf("double", { nightjar: { hosts: ["api.example.com", "b.example.com"] } });
    const elsewhere = { hosts: ["c.example.com"], secrets: [] };
    expect(
      (await catalog.publish(OWNER, "double", { files: next, build_id: null, approved: elsewhere })).status,
    ).toBe("needs_approval");
    expect(await catalog.publish(OWNER, "double", { files: next, build_id: null })).toMatchObject({
      status: "needs_approval",
      requested: { hosts: ["b.example.com"], secrets: [] },
    });
    const named = { hosts: ["b.example.com"], secrets: [] };
    expect(
      (await catalog.publish(OWNER, "double", { files: next, build_id: null, approved: named })).status,
    ).toBe("published");
  });

  test("twice is one version", async () => {
    const { catalog } = aShelf();
    await published(catalog);
    expect((await published(catalog)).version.version).toBe(1);
    expect(await catalog.versions(OWNER, "double")).toHaveLength(1);
  });

  test("by two at once is two versions or one that is refused, and never a mixture", async () => {
    const { catalog } = aShelf();
    await published(catalog);
    const other = (n: number) => ({ main: DOUBLE.replace("{ return", `{ /* ${n} */ return`) });
    await Promise.allSettled([
      published(catalog, "double", other(1)),
      published(catalog, "double", other(2)),
    ]);
    const versions = await catalog.versions(OWNER, "double");
    expect(versions.map(({ version }) => version)).toEqual(
      [...versions.keys()].map((n) => versions.length - n),
    );
    for (const { version, digest } of versions) {
      const bundle = await catalog.bundle(OWNER, "double", version);
      expect((await catalog.check(OWNER, "double", bundle?.files ?? {})).found?.digest).toBe(digest);
    }
  });
});

describe("a capability", () => {
  test("goes back to an earlier version, which becomes the newest", async () => {
    const { catalog } = aShelf();
    await published(catalog);
    await published(catalog, "double", { main: DOUBLE.replace("n * 2", "2 * n") });
    expect(await catalog.restore(OWNER, "double", 9)).toBeUndefined();
    expect(await catalog.restore(OWNER, "double", 1)).toMatchObject({ version: 3, status: "active" });
    expect((await catalog.bundle(OWNER, "double"))?.files).toEqual(filesOf());
    expect((await catalog.versions(OWNER, "double"))[0]).toMatchObject({
      change: "restored",
      restored_from: 1,
    });
  });

  test("is taken from agents and given back", async () => {
    const { catalog } = aShelf();
    await published(catalog);
    expect(await catalog.disable(OWNER, "double", "not now")).toMatchObject({
      status: "disabled",
      problem: "not now",
    });
    expect(await catalog.enable(OWNER, "double")).toMatchObject({ status: "active", problem: null });
    await catalog.begin(OWNER, { ...REQUEST, name: "other" });
    expect(await catalog.enable(OWNER, "other")).toBeUndefined();
  });

  test("is its owner's alone, and gone when it was removed", async () => {
    const { catalog, files } = aShelf();
    await published(catalog);
    await published(catalog, "double", {}, "nina");
    expect(await catalog.get("otto", "double")).toBeUndefined();
    expect(await catalog.remove("otto", "double")).toBe(false);
    expect(await catalog.remove(OWNER, "double")).toBe(true);
    expect(await catalog.versions(OWNER, "double")).toEqual([]);
    expect(await catalog.get("nina", "double")).toBeDefined();
    expect(files.paths().filter((path) => path.startsWith(OWNER))).toEqual([]);
    expect((await catalog.bundle("nina", "double"))?.files).toEqual(filesOf());
  });

  test("is found by words of its name, its line and its tags", async () => {
    const { catalog } = aShelf();
    await published(catalog, "double", { manifest: { tags: ["arithmetic"] } });
    await published(catalog, "triple");
    const names = async (words: string) => (await catalog.list(OWNER, { words })).map(({ name }) => name);
    expect(await names("makes")).toEqual(["double", "triple"]);
    expect(await names("ARITH doub")).toEqual(["double"]);
    expect(await names("nothing")).toEqual([]);
  });
});

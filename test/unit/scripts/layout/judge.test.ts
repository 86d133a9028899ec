import { describe, expect, it } from "vitest";
import { edgesOf, type House, judge, refusal } from "../../../../scripts/check/layout/judge.mjs";
import { PACKAGES } from "../../../../scripts/check/layout/packages.mjs";
import { STOREYS } from "../../../../scripts/check/layout/storeys.mjs";

const house: House = {
  storeys: [
    { name: "ground", sentence: "", core: true, below: [], folders: ["src/domain"] },
    { name: "core", sentence: "", core: true, below: ["ground"], folders: ["src/agent", "src/memory"] },
    {
      name: "capabilities",
      sentence: "",
      below: ["ground", "core"],
      doors: ["ports.ts"],
      folders: ["src/rooms", "src/hooks"],
    },
    { name: "contract", sentence: "", below: ["ground"], folders: ["src/contract"] },
    { name: "web", sentence: "", below: ["src/domain/wire.ts"], types: ["contract"], folders: ["web"] },
  ],
  packages: { zod: ["src/agent"], "node:*": ["web/tool.mjs"] },
};

/** Lawful, and using all that the lists allow. */
const lawful = {
  "src/domain/ids.ts": "export type Id = string;",
  "src/domain/wire.ts": 'import type { Id } from "./ids.ts";',
  "src/agent/run.ts": 'import type { Id } from "../domain/ids.ts"; import { z } from "zod/v4";',
  "src/memory/recall.ts": 'import type { Run } from "../agent/run.ts";',
  "src/rooms/room.ts": 'import type { Run } from "../agent/run.ts"; import "../hooks/ports.ts";',
  "src/hooks/ports.ts": "export interface Hook {}",
  "src/contract/clients.ts": "export const Client = {};",
  "web/app.ts":
    'import type { Frame } from "../src/domain/wire.ts"; import type { C } from "../src/contract/clients.ts";',
  "web/tool.mjs": 'import "node:fs";',
};

const problems = (changed: Record<string, string>) =>
  judge(new Map(Object.entries({ ...lawful, ...changed })), house);

describe("the rule of the storeys", () => {
  it("lets pass what stands below, neighbours, doors and named packages", () => {
    expect(problems({})).toEqual([]);
  });

  it("refuses an import upward, and says what was taken and where", () => {
    expect(problems({ "src/domain/a.ts": '\nimport type { Run } from "../agent/run.ts";' })).toContain(
      "src/domain/a.ts:2 imports src/agent/run.ts (Run): ground may import nothing, and not core",
    );
  });

  it("refuses to see into a neighbour past its doors", () => {
    expect(problems({ "src/rooms/b.ts": 'import "../hooks/take.ts";', "src/hooks/take.ts": "" })).toEqual([
      "src/rooms/b.ts:1 imports src/hooks/take.ts: in capabilities, one folder sees another through ports.ts alone",
    ]);
  });

  it("refuses all but the named files where a storey names files", () => {
    expect(problems({ "web/b.ts": 'import type { Id } from "../src/domain/ids.ts";' })).toEqual([
      "web/b.ts:1 imports src/domain/ids.ts (Id): web may import src/domain/wire.ts, and not ground",
    ]);
  });

  it("refuses values where a storey may take types alone", () => {
    expect(problems({ "web/b.ts": 'import { Client } from "../src/contract/clients.ts";' })).toEqual([
      "web/b.ts:1 imports src/contract/clients.ts (Client): web may import types alone of contract: write `import type`",
    ]);
  });

  it("refuses a package in another folder, and one that nobody weighed", () => {
    expect(problems({ "src/memory/b.ts": 'import { z } from "zod"; import pad from "left-pad";' })).toEqual([
      "src/memory/b.ts:1 imports zod (z): only src/agent may",
      "src/memory/b.ts:1 imports left-pad (pad): no folder may import this package (scripts/check/layout/packages.mjs)",
    ]);
  });

  it("refuses a source and a target that stand in no storey", () => {
    expect(
      problems({ "src/new/thing.ts": "", "src/agent/b.ts": 'import "../../scripts/check.mjs";' }),
    ).toEqual([
      "src/new/thing.ts stands in no storey: name its folder in scripts/check/layout/storeys.mjs",
      "src/agent/b.ts:1 imports scripts/check.mjs: it stands in no storey",
    ]);
  });

  it("has nothing on a list that nothing uses", () => {
    expect(problems({ "src/agent/run.ts": "", "src/hooks/ports.ts": "", "src/rooms/room.ts": "" })).toEqual([
      "src/rooms has no sources: take it off its storey",
      "src/hooks has no sources: take it off its storey",
      "src/agent may import zod and does not: take it off its list",
    ]);
  });

  it("finds a circle of files, also one of types", () => {
    const circle = {
      "src/domain/a.ts": 'import type { B } from "./b.ts";',
      "src/domain/b.ts": 'import "./a.ts";',
    };
    expect(problems(circle)).toEqual([
      [
        "a circle of 2 files: src/domain/a.ts, src/domain/b.ts",
        "  src/domain/a.ts -> src/domain/b.ts (B)",
        "  src/domain/b.ts -> src/domain/a.ts ()",
      ].join("\n"),
    ]);
  });

  it("finds a circle of folders whose files make none, at any depth", () => {
    const [problem, ...others] = problems({
      "web/chat/a/one.ts": 'import "../b/one.ts";',
      "web/chat/b/one.ts": "",
      "web/chat/b/two.ts": 'import type { T } from "../a/two.ts";',
      "web/chat/a/two.ts": "",
    });
    expect(others).toEqual([]);
    expect(problem).toMatch(/^a circle of 2 folders: web\/chat\/[ab], web\/chat\/[ab]\n/);
    expect(problem).toContain("  web/chat/b/two.ts -> web/chat/a/two.ts (T)");
  });
});

/** One forbidden arrow a storey: each would be the first step back to a house without floors. */
const FORBIDDEN = [
  ["src/domain/x.ts", "src/agent/turn.ts"],
  ["src/memory/x.ts", "src/schedules/schedule.ts"],
  ["src/hooks/x.ts", "src/schedules/schedule.ts"],
  ["durable-objects/conversation/x.ts", "src/storage/d1/database.ts"],
  ["src/storage/d1/x.ts", "durable-objects/sql/sql.ts"],
  ["src/schedules/x.ts", "src/app/house.ts"],
  ["web/chat/x.ts", "src/people/person.ts"],
  ["src/cli/x.mjs", "src/app/part.ts"],
] as const;

it.each(FORBIDDEN)("%s may not import %s in this house", (file, target) => {
  const up = "../".repeat(file.split("/").length - 1);
  const [edge] = edgesOf(new Map([[file, `import { x } from "${up}${target}";`]]));
  expect(edge && refusal(edge, { storeys: STOREYS, packages: PACKAGES })).toContain(`imports ${target}`);
});

it.each(["cloudflare:workers", "drizzle-orm", "hono", "node:fs"])("no core may import %s", (name) => {
  const core = STOREYS.filter((storey) => storey.core).flatMap((storey) => storey.folders);
  const edges = core.map((folder) => ({
    file: `${folder}/x.ts`,
    line: 1,
    to: name,
    names: [],
    typeOnly: false,
    package: true,
  }));
  const refused = edges.map((edge) => refusal(edge, { storeys: STOREYS, packages: PACKAGES }));
  expect(refused).not.toContain(undefined);
});

it("every storey says in a sentence what it is", () => {
  expect(STOREYS.filter(({ sentence }) => !/^\S.{10,160}\.$/.test(sentence))).toEqual([]);
});

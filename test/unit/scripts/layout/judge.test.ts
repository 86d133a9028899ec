import { describe, expect, it } from "vitest";
import { judge, type Rooms } from "../../../../scripts/check/layout/judge.mjs";

const rooms: Rooms = {
  "src/domain": { sentence: "The words.", may: [], core: true },
  "src/agent": { sentence: "The loop.", may: ["src/domain"], packages: ["zod"], core: true },
  "src/agent/ports": { sentence: "What the loop asks for.", may: ["src/domain"], core: true },
  "src/app.ts": {
    sentence: "The routes.",
    may: ["src/agent", "src/agent/ports/model-*.ts"],
    packages: ["hono"],
  },
};

/** Lawful, and using all that the table allows. */
const lawful = {
  "src/domain/ids.ts": "export type Id = string;",
  "src/agent/run.ts": 'import type { Id } from "../domain/ids.ts"; import { z } from "zod";',
  "src/agent/ports/model-one.ts": 'import type { Id } from "../../domain/ids.ts";',
  "src/agent/ports/tool.ts": "export interface Tool {}",
  "src/app.ts":
    'import { run } from "./agent/run.ts"; import "./agent/ports/model-one.ts"; import { Hono } from "hono";',
};

const problems = (changed: Record<string, string>, table: Rooms = rooms) =>
  judge(new Map(Object.entries({ ...lawful, ...changed })), table);

describe("the rule of the rooms", () => {
  it("lets pass what the lists name", () => {
    expect(problems({})).toEqual([]);
  });

  it("refuses an import that no list names, and says what was taken and where", () => {
    expect(problems({ "src/agent/loop.ts": '\nimport type { Tool } from "./ports/tool.ts";' })).toEqual([
      "src/agent/loop.ts:2 imports src/agent/ports/tool.ts (Tool), which is not in the list of src/agent",
    ]);
  });

  it("lets a room see the named files of another and no more", () => {
    const [problem] = problems({ "src/app.ts": `${lawful["src/app.ts"]} import "./agent/ports/tool.ts";` });
    expect(problem).toContain("src/agent/ports/tool.ts, which is not in the list of src/app.ts");
  });

  it("refuses a package that the room's list does not name", () => {
    expect(problems({ "src/agent/loop.ts": 'import { Hono } from "hono/tiny";' })).toEqual([
      "src/agent/loop.ts:1 imports the package hono (Hono), which is not in the list of src/agent",
    ]);
  });

  it("refuses a source that is in no room", () => {
    expect(problems({ "src/new/thing.ts": "" })).toEqual([
      "src/new/thing.ts is in no room: name its room in scripts/check/layout/rooms",
    ]);
  });

  it("refuses a file that is of no room at all", () => {
    expect(problems({ "src/agent/loop.ts": 'import "../../scripts/check.mjs";' })).toEqual([
      "src/agent/loop.ts:1 imports scripts/check.mjs, which is not in the list of src/agent",
    ]);
  });

  it("has nothing on a list that nothing uses, and no room without sources", () => {
    const table = {
      ...rooms,
      "src/domain": { sentence: "", may: ["src/agent/ports"], packages: ["zod"], core: true as const },
      "src/gone": { sentence: "", may: [] },
    };
    expect(problems({}, table)).toEqual([
      "src/domain may import src/agent/ports and does not: take it off its list",
      "src/domain may import zod and does not: take it off its list",
      "src/gone is a room without sources: take it off the table",
    ]);
  });

  it("keeps the core from the platform and from the rooms above it, whatever its lists say", () => {
    const table = {
      ...rooms,
      "src/domain": {
        sentence: "",
        may: ["src/app.ts"],
        packages: ["cloudflare:workers", "node:fs", "drizzle-orm"],
        core: true as const,
      },
    };
    expect(problems({}, table).filter((problem) => problem.includes("of the core"))).toEqual([
      "src/domain is of the core and may not import cloudflare:workers",
      "src/domain is of the core and may not import node:fs",
      "src/domain is of the core and may not import drizzle-orm",
      "src/domain is of the core and may not import src/app.ts, which is not",
    ]);
  });

  it("finds a circle of files within a room, also one of types", () => {
    expect(
      problems({
        "src/domain/a.ts": 'import type { B } from "./b.ts";',
        "src/domain/b.ts": 'import type { A } from "./a.ts";',
      }),
    ).toEqual([
      [
        "a circle of 2 files: src/domain/a.ts, src/domain/b.ts",
        "  src/domain/a.ts -> src/domain/b.ts (B)",
        "  src/domain/b.ts -> src/domain/a.ts (A)",
      ].join("\n"),
    ]);
  });

  it("finds a circle of rooms whose files make none", () => {
    const table = { ...rooms, "src/domain": { sentence: "", may: ["src/agent"], core: true as const } };
    const found = problems({ "src/domain/other.ts": 'import type { R } from "../agent/pure.ts";' }, table);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^a circle of 2 rooms: src\/\w+, src\/\w+\n/);
    expect(found[0]).toContain("  src/domain/other.ts -> src/agent/pure.ts (R)");
  });
});

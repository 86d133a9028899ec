import { describe, expect, it } from "vitest";
import { compare } from "../../../scripts/check/landed/compare.mjs";
import { creationsIn, landedNow } from "../../../scripts/check/landed/now.mjs";

const LANDED = {
  version: 10,
  view: "a",
  conversation: {
    "messages.id": "1 TEXT KEY",
    "previews.turn_id": "10 TEXT KEY",
    "index messages_by_parent": "1 messages (parent_id)",
  },
  objects: { "person places": "(id TEXT PRIMARY KEY)" },
  migrations: { "0000_core.sql": "1f" },
};

const refusedOf = (now: Partial<typeof LANDED>) => compare(LANDED, { ...LANDED, ...now }).refused;
const withStored = (stored: Record<string, string>) =>
  refusedOf({ version: 11, conversation: { ...LANDED.conversation, ...stored } });

describe("what has landed", () => {
  it("may have a column, a table or an index more, under a version that has not landed", () => {
    expect(withStored({ "messages.model": "11 TEXT NULL" })).toEqual([]);
    expect(withStored({ "visit.id": "11 INTEGER KEY", "index visits": "12 visit (id)" })).toEqual([]);
  });

  it.each(["messages.model", "index by_model", "correction UPDATE turns"])(
    "is given no %s under a version that has landed",
    (name) => {
      const words = `${name} is new, and version 10 has landed: it comes since 11.`;
      expect(withStored({ [name]: "10 TEXT NULL" })).toEqual([words]);
      expect(withStored({ [name]: "1 TEXT NULL" })).toEqual([words]);
    },
  );

  it("keeps its number and its form", () => {
    const later = withStored({ "previews.turn_id": "11 TEXT KEY" });
    expect(later).toEqual([expect.stringContaining("previews.turn_id has landed and is another now.")]);
    expect(withStored({ "messages.id": "1 INTEGER KEY" })).toHaveLength(1);
  });

  it("is not taken away", () => {
    const { "messages.id": _, ...rest } = LANDED.conversation;
    const gone = compare(LANDED, {
      ...LANDED,
      version: 11,
      conversation: rest as typeof LANDED.conversation,
    });
    expect(gone.refused).toEqual([expect.stringContaining("messages.id has landed and is gone.")]);
  });

  it("is committed as it was, until there is a new version", () => {
    expect(refusedOf({ view: "b" })).toEqual([expect.stringContaining("commitsSince: 11")]);
    expect(refusedOf({ view: "b", version: 11 })).toEqual([]);
  });

  it("of an object without versions keeps its form", () => {
    const [problem] = refusedOf({ objects: { "person places": "(id TEXT PRIMARY KEY, at INTEGER)" } });
    expect(problem).toContain("person places has landed and is another now.");
    const more = { ...LANDED.objects, "person seen": "(id TEXT PRIMARY KEY)" };
    expect(refusedOf({ objects: more })).toEqual([]);
  });

  it("of D1's migrations is not edited, and not removed", () => {
    expect(refusedOf({ migrations: { "0000_core.sql": "2e" } })).toEqual([
      expect.stringContaining("0000_core.sql has landed and is another now."),
    ]);
    expect(refusedOf({ migrations: {} as typeof LANDED.migrations })).toHaveLength(1);
  });

  it("is known: what is new has to be recorded", () => {
    expect(compare(LANDED, structuredClone(LANDED)).isRecorded).toBe(true);
    const now = {
      ...LANDED,
      version: 11,
      conversation: { ...LANDED.conversation, "messages.model": "11 TEXT NULL" },
    };
    expect(compare(LANDED, now)).toEqual({ refused: [], isRecorded: false });
  });
});

describe("what the code stores", () => {
  it("is read from it: columns with their versions, tables of other objects, migrations", async () => {
    const now = await landedNow();
    expect(now.conversation).toMatchObject({
      "messages.recalled": "10 TEXT NULL",
      "meta.shared": "9 INTEGER NOT NULL DEFAULT 0",
      "index messages_by_parent": "1 messages (parent_id)",
    });
    expect(Object.keys(now.objects)).toEqual(expect.arrayContaining(["scheduler runs", "gateway session"]));
    expect(now.migrations).toHaveProperty("0000_core.sql");
  });

  it("has the tables of an object however they are written", () => {
    const source =
      'const A = `CREATE TABLE IF NOT EXISTS one (\n  id TEXT)`, B = "CREATE TABLE IF NOT EXISTS two (n INTEGER)";';
    expect(creationsIn("durable-objects/person/rows.ts", source)).toEqual([
      ["person one", "( id TEXT)"],
      ["person two", "(n INTEGER)"],
    ]);
  });
});

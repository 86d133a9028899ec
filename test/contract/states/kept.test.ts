/** States that the code of earlier days left open in the code of today, and go on. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { ResearchRows } from "../../../durable-objects/research/rows.ts";
import { pendingSql } from "../../../scripts/start/migrations/pending.mjs";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { ConversationIndex } from "../../../src/storage/d1/index/conversations.ts";
import { D1WishStore } from "../../../src/storage/d1/memory/wish-store.ts";
import { D1ReplayRuns } from "../../../src/storage/d1/replays/replay-runs.ts";
import { D1ReplaySets } from "../../../src/storage/d1/replays/replay-sets.ts";
import { databaseStatements } from "../../support/database.ts";
import { ConversationRig, OWNER } from "../../support/machine/rig.ts";
import { Timeline } from "../../support/machine/timeline.ts";
import { d1Over } from "../../support/node-d1.ts";
import { NodeSql } from "../../support/node-sql.ts";
import { conversationsOf, DAYS, databaseOf, researchOf } from "../../support/states/kept.ts";
import { storesOver } from "../../support/stores/stores.ts";

const MIGRATIONS = new URL("../../../d1-migrations", import.meta.url).pathname;
/** Moment after all of these states were left. */
const LATER = Date.parse("2026-12-01T00:00:00Z");

const texts = (database: DatabaseSync, query: string) =>
  database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]));

const migratedSince = (day: string) => {
  const database = databaseOf(day);
  const applied = new Set(texts(database, "SELECT name FROM d1_migrations"));
  database.exec(pendingSql(MIGRATIONS, applied) ?? "");
  return database;
};

const shapeOf = (database: DatabaseSync) =>
  database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
    )
    .all();

/** Shape of a new database. */
const today = () => {
  const database = new DatabaseSync(":memory:");
  for (const statement of databaseStatements()) database.exec(statement);
  return shapeOf(database);
};

describe.each(DAYS)("the state of %s", (day) => {
  it("gets the tables of today", () => {
    const fresh = databaseOf(day);
    const made = texts(fresh, "SELECT count(*) FROM conversations");
    const database = migratedSince(day);
    expect(texts(database, "PRAGMA integrity_check")).toEqual(["ok"]);
    expect(texts(database, "SELECT count(*) FROM conversations")).toEqual(made);
    expect(shapeOf(database)).toEqual(today());
  });

  it("shows its conversations and the agent that was made", async () => {
    const binding = d1Over(migratedSince(day));
    const index = new ConversationIndex(openDatabase(binding));
    const { items } = await index.list({ owner: "admin", limit: 10, archived: false });
    expect(items.map(({ title }) => title)).toContain("A story that was cut off");
    expect(await storesOver(binding).agents.get("keeper")).toMatchObject({ name: "Keeper" });
  });

  it.each(conversationsOf(day, OWNER).map((_, at) => at))(
    "goes on with its conversations (%i), once the one that was cut off is whole",
    async (at) => {
      const rig = new ConversationRig({ timeline: new Timeline(LATER) });
      rig.machine.sql.script(conversationsOf(day, OWNER)[at] ?? []);
      await rig.machine.request(({ changes }) => changes.patch({ title: "Kept" }));
      await rig.pass();
      const before = rig.said();
      await rig.say("And what became of it?");
      await rig.pass();
      expect(rig.said()).toEqual([...before, "user: And what became of it?", "assistant: ok"]);
      const asked = rig.messages().at(-2)?.id;
      await rig.machine.request(({ changes }) => asked && changes.deleteMessage(asked));
      rig.machine.kill();
      await rig.pass();
      expect(rig.store.meta.title).toBe("Kept");
      expect(rig.said()).toEqual([...before, "assistant: ok"]);
      expect(rig.logged).toEqual([]);
    },
  );
});

/** States that were left with work of these kinds in them. */
describe.each(DAYS.filter((day) => researchOf(day).length > 0))("the work in the state of %s", (day) => {
  it("has its wish, its set of turns and the set's run", async () => {
    const binding = d1Over(migratedSince(day));
    const db = openDatabase(binding);
    const wishes = await new D1WishStore(binding, db).list("admin", {}, { limit: 10 });
    expect(wishes.map(({ content }) => content)).toEqual([expect.stringContaining("short sentences")]);
    const [set] = await new D1ReplaySets(db).list("admin");
    expect(set).toMatchObject({ name: "Before a change", turns: 1 });
    const runs = await new D1ReplayRuns(db).list(set?.id ?? "");
    expect(runs).toMatchObject([{ status: "completed", total: 1, change: { agent: "keeper" } }]);
  });

  it("has its research with the report and each step that was done", () => {
    const sql = new NodeSql();
    for (const statements of researchOf(day)) sql.script(statements);
    const rows = new ResearchRows(sql);
    expect(rows.fact("init")?.order.question).toBe("What do nightjars eat?");
    expect(rows.fact("state")).toBe("ended");
    expect(rows.fact("view")?.report?.markdown).toContain("nightjar");
    expect(rows.all().length).toBeGreaterThan(2);
    expect(rows.all().every(({ end }) => end && !end.is_failure)).toBe(true);
  });
});

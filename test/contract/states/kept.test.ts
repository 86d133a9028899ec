/** States that the code of earlier days left open in the code of today, and go on. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { pendingSql } from "../../../scripts/start/migrations/pending.mjs";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { ConversationIndex } from "../../../src/storage/d1/index/conversations.ts";
import { databaseStatements } from "../../support/database.ts";
import { ConversationRig, OWNER } from "../../support/machine/rig.ts";
import { Timeline } from "../../support/machine/timeline.ts";
import { d1Over } from "../../support/node-d1.ts";
import { conversationsOf, DAYS, databaseOf } from "../../support/states/kept.ts";
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

  it.each([0, 1, 2])(
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

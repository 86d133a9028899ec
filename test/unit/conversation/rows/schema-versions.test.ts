/** An object that any earlier version has left opens, is read and goes on; and a table may have a column more. */
import { describe, expect, it } from "vitest";
import { members } from "../../../../durable-objects/conversation/rows/schema/conversation.ts";
import { calls, sideCalls, steps } from "../../../../durable-objects/conversation/rows/schema/journal.ts";
import { afterWork, deliveries } from "../../../../durable-objects/conversation/rows/schema/outgoing.ts";
import { orders, reminders } from "../../../../durable-objects/conversation/rows/schema/pending.ts";
import { compactions, prefixes } from "../../../../durable-objects/conversation/rows/schema/prompt.ts";
import { CONVERSATION } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import { turnEnds, turns } from "../../../../durable-objects/conversation/rows/schema/talk.ts";
import { decisions, visits } from "../../../../durable-objects/conversation/rows/schema/visit.ts";
import { createStore, openStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import { shownState } from "../../../../durable-objects/conversation/rows/turns/turns.ts";
import { int, text } from "../../../../durable-objects/sql/column.ts";
import { schemaOf } from "../../../../durable-objects/sql/migrations.ts";
import { makingOf, type Table, table } from "../../../../durable-objects/sql/table.ts";
import { Tables } from "../../../../durable-objects/sql/tables.ts";
import { createIds, trustId } from "../../../../src/domain/ids.ts";
import { conversationOf } from "../../../fixtures/conversation/versions.ts";
import { INIT } from "../../../support/machine/rig.ts";
import { NodeSql } from "../../../support/node-sql.ts";

const NOW = 1_000;
const ids = createIds(
  () => NOW,
  (bytes) => void bytes.fill(7),
);
const [ENDED, HALTED, QUEUED] = [1, 2, 3].map((n) => trustId<"trn">(`trn_${n}`));

type Left = [version: number, late: "made" | "not made"];
const LEFT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((version): Left[] => [
  [version, "made"],
  [version, "not made"],
]);

const NEXT = CONVERSATION.version + 1;

/** A made-up next version, with columns more in a table that every commit writes to and in one that is made late. */
const MORE_TURNS = table(
  turns.name,
  { hot: true, indexes: turns.indexes },
  {
    ...turns.columns,
    asked_by: text().nullable().since(NEXT),
    weight: int().since(NEXT, 5),
  },
);
const MORE_CALLS = table(
  calls.name,
  { late: true },
  {
    ...calls.columns,
    asked_by: text().nullable().since(NEXT),
  },
);
const MORE = schemaOf({
  tables: CONVERSATION.tables.map(
    (one) => [MORE_TURNS, MORE_CALLS].find(({ name }) => name === one.name) ?? one,
  ),
  changes: [turnEnds],
  corrections: CONVERSATION.corrections,
});

function opened(sql: NodeSql, schema = CONVERSATION): Store {
  const store = openStore(new Tables(sql, schema), ids);
  if (!store) throw new Error("it did not open");
  return store;
}

/** What SQLite knows of each table that is there, and of the view. */
function shapeOf(sql: NodeSql): Map<string, string> {
  const names = sql.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name GLOB '[a-z]*' AND name NOT GLOB 'sqlite*'",
  );
  return new Map(names.map(({ name }) => [name, columnsIn(sql, name)]));
}

function columnsIn(sql: NodeSql, name: string): string {
  const columns = sql.all<{ name: string; type: string; notnull: number; pk: number }>(
    `PRAGMA table_info(${name})`,
  );
  return columns
    .map(({ name, type, notnull, pk }) => `${name} ${type} ${pk > 0 ? "key" : notnull}`)
    .toSorted()
    .join();
}

function newObject(schema = CONVERSATION): NodeSql {
  const sql = new NodeSql();
  createStore(new Tables(sql, schema), INIT, { ids, now: NOW });
  return sql;
}

function indexesOf(sql: NodeSql): string[] {
  const rows = sql.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND name GLOB '[a-z]*' AND name NOT GLOB 'sqlite*' ORDER BY name",
  );
  return rows.map(({ name }) => name);
}

/** A commit that writes to all that is hot, and the end of the turn that waited. */
function goOn({ commit, log, sql, transcript, turns }: Store): void {
  commit(NOW, () => {
    const message = {
      id: trustId<"msg">("msg_6"),
      parent_id: trustId<"msg">("msg_5"),
      role: "assistant",
    } as const;
    const said = {
      ...message,
      parts: [],
      status: "complete",
      created_at: "1970-01-01T00:00:01.000Z",
    } as const;
    transcript.put({ ...said, parts: [...said.parts] }, QUEUED ?? null);
    if (QUEUED)
      turns.end(QUEUED, {
        state: "completed",
        summary: { agent: "home", model: "m", steps: 1, duration_ms: 1 },
        ended_at: NOW,
      });
    sql.put(afterWork, { json: { costs: [], message_ids: [message.id] } });
    log.append({ type: "title", title: "New" }, null, NOW);
  });
}

describe("an object of an earlier version", () => {
  it.each(LEFT)("that version %i has left, late tables %s, has the tables of a new one", (version, late) => {
    const sql = conversationOf(version, late);
    opened(sql);
    const fresh = newObject();
    for (const one of CONVERSATION.tables) if (!one.isBorn) fresh.script(makingOf(one));
    const wanted = shapeOf(fresh);
    const found = shapeOf(sql);
    for (const [name, columns] of found) expect([name, columns]).toEqual([name, wanted.get(name)]);
    for (const { name, isLate } of CONVERSATION.tables)
      if (!isLate) expect([...found.keys()]).toContain(name);
    expect(indexesOf(fresh)).toEqual(expect.arrayContaining(indexesOf(sql)));
  });

  it.each(LEFT)("that version %i has left, late tables %s, is read as it was", (version, late) => {
    const { sql, meta, transcript, turns, log } = opened(conversationOf(version, late));
    const has = (since: number, isLate: boolean) => version >= since && (late === "made" || !isLate);
    expect(meta).toMatchObject({ title: "Old", archived: true, seq_limit: 9, cost_usd: 0.5 });
    expect(transcript.get(trustId("msg_2"))).toMatchObject({
      parts: [{ text: "Hi" }],
      usage: { output_tokens: 40 },
    });
    expect(ENDED && turns.get(ENDED)).toMatchObject({ state: "completed", summary: { steps: 1 } });
    expect([...log.stored(0)].map(({ type }) => type)).toEqual(["message", "title"]);
    expect(sql.rows(afterWork)).toEqual([{ id: 1, json: { costs: [], message_ids: ["msg_2"] } }]);
    const there: [Table, number, boolean][] = [
      [steps, 1, true],
      [calls, 1, true],
      [reminders, 1, true],
      [deliveries, 2, true],
      [compactions, 3, true],
      [prefixes, 3, false],
      [orders, 4, true],
      [sideCalls, 5, true],
      [members, 9, true],
      [visits, 10, true],
      [decisions, 10, true],
    ];
    for (const [one, since, isLate] of there)
      expect([one.name, sql.rows(one).length]).toEqual([one.name, has(since, isLate) ? 1 : 0]);
  });

  it("of version 10 that is a visit goes on as one, which nobody has left yet", () => {
    const { visits, transcript } = opened(conversationOf(10, "made"));
    expect(visits.current).toMatchObject({
      status: "active",
      message_count: 2,
      muted: [{ agent: "home", until: 900 }],
      crisis: { usr_bob: 150 },
      left: {},
    });
    expect(ENDED && visits.decided(ENDED)).toMatchObject({ agent: "home", by: "host" });
    expect(transcript.get(trustId("msg_2"))).toMatchObject({ model: "m", duration_ms: 50 });
    visits.change({ left: { usr_bob: 800 } });
    expect(visits.current).toMatchObject({ left: { usr_bob: 800 } });
  });

  it.each(LEFT)("that version %i has left, late tables %s, goes on", (version, late) => {
    const sql = conversationOf(version, late);
    const store = opened(sql);
    goOn(store);
    store.sql.insert(orders, { name: "undo_compact", attempts: 0, at: NOW });
    store.reminders.add({ key: "another", at: NOW, text: "Wake" });
    const later = opened(sql);
    expect(later.turns.open().map(({ id }) => id)).toEqual([HALTED]);
    expect(later.transcript.has(trustId("msg_6"))).toBe(true);
    expect([...later.log.stored(2)]).toMatchObject([{ type: "title", title: "New" }]);
    expect(later.sql.rows(orders).at(-1)).toMatchObject({ name: "undo_compact" });
    expect(later.reminders.list().at(-1)).toMatchObject({ text: "Wake" });
  });

  it.each(LEFT)(
    "of version %i, late tables %s, whose turn was to be halted still halts it",
    (version, late) => {
      const { turns } = opened(conversationOf(version, late));
      const states = turns.open().map((turn) => [turn.id, turn.state, shownState(turn)]);
      expect(states).toEqual([
        [HALTED, "halting", "halted"],
        [QUEUED, "queued", "queued"],
      ]);
    },
  );
});

describe("a column more", () => {
  const objects: [string, () => NodeSql][] = [
    ["a new object", () => newObject(MORE)],
    ["an object of today", () => newObject()],
    ...LEFT.map(([version, late]): [string, () => NodeSql] => [
      `an object of version ${version}, late tables ${late}`,
      () => conversationOf(version, late),
    ]),
  ];

  it.each(objects)("of %s's hot and late tables is written and read", (_, made) => {
    const sql = made();
    const { sql: tables, commit } = opened(sql, MORE);
    const before = tables.rows(MORE_TURNS);
    expect(before.map(({ asked_by, weight }) => [asked_by, weight])).toEqual(before.map(() => [null, 5]));
    const asked = {
      id: trustId<"trn">("trn_9"),
      trigger_id: trustId<"msg">("msg_5"),
      state: "queued",
    } as const;
    const where = { answer_id: trustId<"msg">("msg_9"), source: { channel: "web", sender: "ada" } } as const;
    const times = { created_at: NOW, ready_at: NOW, start_seq: 9, attempts: 0 };
    const turn = { ...asked, ...where, ...times, tier: "full" } as const;
    commit(NOW, () => tables.put(MORE_TURNS, { ...turn, asked_by: "trn_2", weight: 7 }));
    const call = { turn_id: turn.id, step: 1, call_id: trustId<"call">("call_9"), state: "started" } as const;
    tables.insert(MORE_CALLS, { ...call, record: call, asked_by: "trn_2" });
    const later = opened(sql, MORE).sql;
    expect(later.rows(MORE_TURNS, "WHERE id = ?", turn.id)).toMatchObject([{ asked_by: "trn_2", weight: 7 }]);
    expect(later.rows(MORE_CALLS, "WHERE turn_id = ?", turn.id)).toMatchObject([{ asked_by: "trn_2" }]);
  });

  it("keeps the commit one statement, of one text", () => {
    const sql = newObject();
    const store = opened(sql, MORE);
    store.turns.open();
    const written: string[] = [];
    const { run } = sql;
    sql.run = (query, ...values) => {
      written.push(query);
      return run.call(sql, query, ...values);
    };
    goOn(store);
    store.commit(NOW, () => store.log.append({ type: "title", title: "Newer" }, null, NOW));
    expect(written).toHaveLength(2);
    expect(new Set(written).size).toBe(1);
    expect(written[0]).toContain("turns_weight");
  });
});

describe("the tables of a made-up version", () => {
  it("are as new ones however old the object is", () => {
    const wanted = shapeOf(newObject(MORE));
    // What only new objects have from the beginning, older ones make when they need it.
    for (const { name, isLate } of MORE.tables) if (isLate) wanted.delete(name);
    for (const [version, late] of LEFT) {
      const sql = conversationOf(version, late);
      opened(sql, MORE);
      const found = shapeOf(sql);
      for (const [name, columns] of wanted) expect([name, found.get(name)]).toEqual([name, columns]);
    }
  });
});

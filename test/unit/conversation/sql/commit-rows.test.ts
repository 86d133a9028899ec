/** The rows of a commit reach their tables as one statement, and as if each had been written by itself. */
import { beforeEach, describe, expect, it } from "vitest";
import { meta } from "../../../../durable-objects/conversation/rows/schema/conversation.ts";
import { afterWork } from "../../../../durable-objects/conversation/rows/schema/outgoing.ts";
import { CONVERSATION, tablesOf } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import {
  events,
  inbox,
  messages,
  turnEnds,
  turns,
} from "../../../../durable-objects/conversation/rows/schema/talk.ts";
import type { NewRow, Table } from "../../../../durable-objects/sql/table.ts";
import type { Tables } from "../../../../durable-objects/sql/tables.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import { NodeSql } from "../../../support/node-sql.ts";

const FIRST: NewRow<typeof messages> = {
  id: trustId("msg_1"),
  parent_id: null,
  role: "user",
  author: "Ada",
  parts: [],
  status: "complete",
  created_at: 1_000,
  cost_usd: 0.25,
  turn_id: trustId("trn_1"),
};
const TURN: NewRow<typeof turns> = {
  id: trustId("trn_1"),
  state: "queued",
  trigger_id: trustId("msg_1"),
  answer_id: trustId("msg_2"),
  agent: "home",
  source: { channel: "web", sender: "ada" },
  tier: "full",
  created_at: 1_000,
  ready_at: 1_600,
  start_seq: 7,
  attempts: 0,
};
const EARLIER = { ...TURN, id: trustId<"trn">("trn_0") };
const WHOLE: NewRow<typeof meta> = {
  conversation_id: trustId("cnv_1"),
  owner: "ada",
  agent: "home",
  channel: "web",
  title: "A title",
  head: trustId("msg_1"),
  seq_limit: 10,
  revision: 2,
  message_count: 1,
  turn_count: 0,
  input_tokens: 3,
  output_tokens: 4,
  cost_usd: 0.5,
  archived: false,
  created_at: 1,
  updated_at: 2,
};
const TITLED = {
  type: "title",
  title: "A title",
  seq: 9,
  ts: "1970-01-01T00:00:01.000Z",
  turn_id: null,
} as const;
const work = (id: string) => ({ json: { costs: [], message_ids: [trustId<"msg">(id)] } });

const PARTS: [string, (sql: Tables) => void][] = [
  [
    "inbox",
    (sql) => sql.put(inbox, { key: "web:1", turn_id: TURN.id, message_id: FIRST.id, seq: 7, at: 1_000 }),
  ],
  ["messages", (sql) => sql.put(messages, FIRST)],
  ["turns", (sql) => sql.put(turns, TURN)],
  [
    "endings",
    (sql) =>
      sql.change(turnEnds, {
        id: EARLIER.id,
        state: "completed",
        ended_at: 2_000,
        summary: { agent: "home", model: "m", steps: 1, duration_ms: 5 },
      }),
  ],
  ["after_work", (sql) => sql.put(afterWork, work("msg_1"))],
  [
    "events",
    (sql) => sql.put(events, { last_seq: 9, first_seq: 8, at: 1_000, kind: "record", json: [TITLED] }),
  ],
  ["meta", (sql) => sql.put(meta, WHOLE)],
];

let plain: NodeSql;
let sql: Tables;
let undone: number;
let statements: number;

beforeEach(() => {
  plain = database();
  undone = 0;
  statements = 0;
  plain.onWrite = () => {
    statements += 1;
  };
  sql = tablesOf(plain);
  sql.whenUndone(() => {
    undone += 1;
  });
});

function database(): NodeSql {
  const made = new NodeSql();
  const tables = tablesOf(made);
  tables.migrate();
  tables.put(turns, EARLIER);
  return made;
}

function contents(of: NodeSql): unknown {
  const hot: readonly Table[] = CONVERSATION.tables.filter(({ isHot }) => isHot);
  return hot.map(({ name }) => of.all(`SELECT * FROM ${name}`));
}

function putAll(): void {
  for (const [, put] of PARTS) put(sql);
}

describe("the rows of a commit", () => {
  it("are one statement, and the tables hold what single statements would have put there", () => {
    const one_by_one = database();
    const other = tablesOf(one_by_one);
    for (const [, put] of PARTS) put(other);
    sql.transaction(putAll);
    expect(statements).toBe(1);
    expect(contents(plain)).toEqual(contents(one_by_one));
    expect(plain.all("SELECT state, ended_at FROM turns WHERE id = 'trn_0'")).toEqual([
      { state: "completed", ended_at: 2_000 },
    ]);
  });

  it("are all that a hot table has, and the ends of turns", () => {
    const hot = CONVERSATION.tables.flatMap(({ name, isHot }) => (isHot ? [name] : []));
    expect(PARTS.map(([name]) => name).toSorted()).toEqual([...hot, turnEnds.name].toSorted());
  });

  it.each(PARTS)("of %s alone are an ordinary statement", (_, put) => {
    const other = database();
    put(tablesOf(other));
    sql.transaction(() => put(sql));
    expect(contents(plain)).toEqual(contents(other));
    expect(statements).toBe(1);
  });

  it("replace what has the same key", () => {
    sql.transaction(putAll);
    sql.transaction(() => {
      sql.put(messages, { ...FIRST, parts: [{ type: "text", text: "Anew" }] });
      sql.put(inbox, { key: "web:1", seq: 8, at: 2_000 });
    });
    expect(sql.rows(messages)).toMatchObject([{ parts: [{ text: "Anew" }] }]);
    expect(sql.rows(inbox)).toEqual([{ key: "web:1", turn_id: null, message_id: null, seq: 8, at: 2_000 }]);
  });

  it("are seen by whatever is asked after them", () => {
    const seen = sql.transaction(() => {
      putAll();
      return sql.pick({ of: inbox, columns: ["key"] });
    });
    expect(seen).toEqual([{ key: "web:1" }]);
  });

  it("keep their order with what changes them", () => {
    sql.transaction(() => {
      putAll();
      sql.update({ of: turns, set: { state: "parked" } }, "WHERE id = ?", TURN.id);
    });
    expect(plain.all("SELECT state FROM turns WHERE id = 'trn_1'")).toEqual([{ state: "parked" }]);
  });

  it("may be several of a kind", () => {
    sql.transaction(() => {
      for (const id of ["msg_1", "msg_2", "msg_3"]) sql.put(afterWork, work(id));
    });
    expect(sql.rows(afterWork, "ORDER BY id").map(({ json }) => json.message_ids)).toEqual([
      ["msg_1"],
      ["msg_2"],
      ["msg_3"],
    ]);
  });

  it("are written at once outside of a transaction", () => {
    sql.put(afterWork, work("msg_1"));
    expect(plain.all("SELECT id FROM after_work")).toEqual([{ id: 1 }]);
  });

  it("are gone, and stay gone, when the transaction is undone", () => {
    const broken = () =>
      sql.transaction<void>(() => {
        putAll();
        throw new Error("no");
      });
    expect(broken).toThrow("no");
    expect(undone).toBe(1);
    sql.transaction(() => sql.put(afterWork, work("msg_2")));
    expect(sql.rows(afterWork)).toEqual([{ id: 1, ...work("msg_2") }]);
    expect(plain.all("SELECT key FROM inbox")).toEqual([]);
  });
});

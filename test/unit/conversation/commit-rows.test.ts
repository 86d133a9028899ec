/** The rows of a commit reach their tables as one statement, and as if each had been written by itself. */
import { beforeEach, describe, expect, it } from "vitest";
import { CommitSql, putRow, type RowKind } from "../../../durable-objects/conversation/sql/held-commit.ts";
import { tablesOf } from "../../../durable-objects/conversation/sql/known-tables.ts";
import { migrate } from "../../../durable-objects/conversation/sql/schema.ts";
import type { SqlValue } from "../../../durable-objects/conversation/sql/sql.ts";
import { NodeSql } from "../../support/node-sql.ts";

const ROWS: [RowKind, SqlValue[]][] = [
  ["inbox", ["web:1", "trn_1", "msg_1", 7, 1_000]],
  ["messages", ["msg_1", null, "user", null, "Ada", "[]", "complete", 1_000, null, 0.25, "trn_1"]],
  ["turns", ["trn_1", "queued", "msg_1", "msg_2", "home", null, null, "{}", "full", 1_000, 1_600, 7, 0]],
  ["endings", ["trn_0", "completed", 2_000, '{"steps":1}']],
  ["after_work", ['{"costs":[]}']],
  ["events", [9, 8, 1_000, "record", '[{"type":"title"}]']],
  [
    "meta",
    [
      1,
      "cnv_1",
      "ada",
      "home",
      null,
      "web",
      "A title",
      null,
      null,
      "msg_1",
      10,
      2,
      1,
      0,
      3,
      4,
      0.5,
      null,
      0,
      1,
      2,
    ],
  ],
];
const TABLES = ["inbox", "messages", "turns", "after_work", "events", "meta"];
const EARLIER: SqlValue[] = [
  "trn_0",
  "running",
  "msg_a",
  "msg_b",
  null,
  null,
  null,
  "{}",
  "full",
  1,
  1,
  0,
  0,
];

let plain: NodeSql;
let undone: number;
let sql: CommitSql;
let statements: number;

beforeEach(() => {
  plain = database();
  undone = 0;
  statements = 0;
  plain.onWrite = () => {
    statements += 1;
  };
  sql = new CommitSql(tablesOf(plain), () => {
    undone += 1;
  });
});

function database(): NodeSql {
  const made = new NodeSql();
  migrate(tablesOf(made));
  putRow(made, "turns", EARLIER);
  return made;
}

function contents(of: NodeSql): unknown {
  return TABLES.map((table) => of.all(`SELECT * FROM ${table}`));
}

function putAll(): void {
  for (const [kind, values] of ROWS) putRow(sql, kind, values);
}

describe("the rows of a commit", () => {
  it("are one statement, and the tables hold what single statements would have put there", () => {
    const one_by_one = database();
    for (const [kind, values] of ROWS) putRow(one_by_one, kind, values);
    sql.transaction(putAll);
    expect(statements).toBe(1);
    expect(contents(plain)).toEqual(contents(one_by_one));
    expect(plain.all("SELECT state, ended_at FROM turns WHERE id = 'trn_0'")).toEqual([
      { state: "completed", ended_at: 2_000 },
    ]);
  });

  it.each(ROWS)("of %s alone are an ordinary statement", (kind, values) => {
    const other = database();
    putRow(other, kind, values);
    sql.transaction(() => putRow(sql, kind, values));
    expect(contents(plain)).toEqual(contents(other));
  });

  it("replace what has the same key", () => {
    sql.transaction(putAll);
    sql.transaction(() => {
      putRow(sql, "messages", ["msg_1", null, "user", null, "Ada", "[1]", "complete", 1, null, null, null]);
      putRow(sql, "inbox", ["web:1", null, null, 8, 2_000]);
    });
    expect(plain.all("SELECT parts FROM messages")).toEqual([{ parts: "[1]" }]);
    expect(plain.all("SELECT seq FROM inbox")).toEqual([{ seq: 8 }]);
  });

  it("are seen by whatever is asked after them", () => {
    const seen = sql.transaction(() => {
      putAll();
      return sql.all("SELECT key FROM inbox");
    });
    expect(seen).toEqual([{ key: "web:1" }]);
  });

  it("keep their order with what changes them", () => {
    sql.transaction(() => {
      putAll();
      sql.run("UPDATE turns SET state = 'running' WHERE id = 'trn_1'");
    });
    expect(plain.all("SELECT state FROM turns WHERE id = 'trn_1'")).toEqual([{ state: "running" }]);
  });

  it("may be several of a kind", () => {
    sql.transaction(() => {
      putRow(sql, "after_work", ["1"]);
      putRow(sql, "after_work", ["2"]);
      putRow(sql, "after_work", ["3"]);
    });
    expect(plain.all("SELECT json FROM after_work ORDER BY id")).toEqual([
      { json: "1" },
      { json: "2" },
      { json: "3" },
    ]);
  });

  it("are written at once outside of a transaction", () => {
    putRow(sql, "after_work", ["now"]);
    expect(plain.all("SELECT json FROM after_work")).toEqual([{ json: "now" }]);
  });

  it("are gone, and stay gone, when the transaction is undone", () => {
    const broken = () =>
      sql.transaction(() => {
        putAll();
        throw new Error("no");
      });
    expect(broken).toThrow("no");
    expect(undone).toBe(1);
    sql.transaction(() => putRow(sql, "after_work", ["later"]));
    expect(plain.all("SELECT json FROM after_work")).toEqual([{ json: "later" }]);
    expect(plain.all("SELECT key FROM inbox")).toEqual([]);
  });
});

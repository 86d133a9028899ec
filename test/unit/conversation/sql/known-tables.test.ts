/** What is known to be empty is not asked, and what few conversations need is made when it is needed. */
import { beforeEach, describe, expect, it } from "vitest";
import { deferCommand } from "../../../../durable-objects/conversation/inbox/acceptance/deferred-commands.ts";
import { Deliveries } from "../../../../durable-objects/conversation/rows/outgoing/deliveries.ts";
import { meta } from "../../../../durable-objects/conversation/rows/schema/conversation.ts";
import { orders, reminders } from "../../../../durable-objects/conversation/rows/schema/pending.ts";
import { tablesOf } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import { events, turns } from "../../../../durable-objects/conversation/rows/schema/talk.ts";
import type { Row, Sql, SqlValue } from "../../../../durable-objects/sql/sql.ts";
import type { NewRow } from "../../../../durable-objects/sql/table.ts";
import type { Tables } from "../../../../durable-objects/sql/tables.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import { NodeSql } from "../../../support/node-sql.ts";

/** Writes down what is asked. */
class Asked extends NodeSql {
  readonly queries: string[] = [];

  override all<R extends Row>(query: string, ...values: SqlValue[]): R[] {
    this.queries.push(query);
    return super.all<R>(query, ...values);
  }
}

let plain: Asked;
let sql: Tables;
beforeEach(() => {
  plain = new Asked();
  sql = tablesOf(plain);
  sql.migrate();
  plain.queries.length = 0;
});

const EVENT: NewRow<typeof events> = { last_seq: 9, first_seq: 8, at: 1_000, kind: "record", json: [] };
const namesOf = (of: Tables) => of.rows(orders, "ORDER BY id").map(({ name }) => name);

function tableNames(of: Sql): string[] {
  const rows = of.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type IN ('table', 'index')");
  return rows.map(({ name }) => name).filter((name) => !name.startsWith("sqlite_"));
}

describe("tables that are known", () => {
  it("are not asked while they are empty", () => {
    expect(sql.rows(events)).toEqual([]);
    expect(sql.number({ of: events, is: "MAX(last_seq)" })).toBeNull();
    expect(plain.queries).toEqual([]);
  });

  it("are asked once something was written to them", () => {
    sql.put(events, EVENT);
    expect(sql.rows(events)).toEqual([EVENT]);
  });

  it("are not asked again once a question without a condition has found them empty", () => {
    sql.put(events, EVENT);
    sql.remove(events, "WHERE last_seq = ?", EVENT.last_seq);
    expect(sql.rows(events, "WHERE last_seq > ?", 0)).toEqual([]);
    expect(sql.number({ of: events, is: "1" }, "LIMIT 1")).toBeNull();
    plain.queries.length = 0;
    expect(sql.rows(events)).toEqual([]);
    expect(plain.queries).toEqual([]);
    sql.put(events, EVENT);
    expect(sql.rows(events)).toEqual([EVENT]);
  });

  it("are found as an earlier life has left them", () => {
    sql.put(events, EVENT);
    const later = tablesOf(plain);
    expect(later.rows(events)).toEqual([EVENT]);
    expect(later.isEmpty(turns)).toBe(true);
  });

  it("are looked at once a life", () => {
    const later = tablesOf(plain);
    for (const table of [events, turns, orders, meta]) later.isEmpty(table);
    expect(plain.queries).toHaveLength(2);
  });

  it("count as filled when they cannot be looked at", () => {
    const blind: Sql = {
      all: (query, ...values) => {
        if (query.includes("EXISTS")) throw new Error("database disk image is malformed");
        return plain.all(query, ...values);
      },
      run: (query, ...values) => plain.run(query, ...values),
      script: (statements) => plain.script(statements),
      transaction: (body) => plain.transaction(body),
    };
    expect(tablesOf(blind).isEmpty(events)).toBe(false);
  });

  it("are not made before something is written to them, and then with their indexes", () => {
    expect(tableNames(plain)).not.toContain("orders");
    expect(namesOf(sql)).toEqual([]);
    deferCommand(sql, "compact", 1);
    expect(namesOf(sql)).toEqual(["compact"]);
    const reply = { id: trustId<"dlv">("dlv_1"), turn_id: null, message_id: trustId<"msg">("msg_1") };
    const target = { channel: "web", sender: "ada" } as const;
    new Deliveries(sql).insert({ ...reply, target, kind: "reply", texts: 0, chunks: [] }, 1);
    expect(tableNames(plain)).toEqual(expect.arrayContaining(["deliveries", "deliveries_open"]));
  });

  it("have nothing to change before they are made", () => {
    expect(sql.remove(orders, "WHERE id = 1")).toBe(0);
    expect(sql.update({ of: reminders, set: { at: 1 } }, "WHERE id = 'sch_1'")).toBe(0);
    expect(tableNames(plain)).not.toContain("scheduled");
  });

  it("go with the transaction that made them, and are made again", () => {
    const undone = () =>
      sql.transaction<void>(() => {
        deferCommand(sql, "compact", 1);
        throw new Error("no");
      });
    expect(undone).toThrow("no");
    expect(namesOf(sql)).toEqual([]);
    deferCommand(sql, "undo_compact", 2);
    expect(namesOf(sql)).toEqual(["undo_compact"]);
  });

  it("are one for each life, whoever asks for them", () => {
    expect(tablesOf(sql)).toBe(sql);
  });
});

describe("a stored row", () => {
  it("that is not what its column says is named, and nothing is made of it", () => {
    sql.put(events, EVENT);
    for (const json of ['{"type":"title"}', '[{"type":7}]', "[torn"]) {
      plain.run("UPDATE events SET json = ?", json);
      expect(() => sql.rows(events)).toThrow("events.json cannot be read");
    }
  });
});

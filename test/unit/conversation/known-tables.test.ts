/** What is known to be empty is not asked, and what few conversations need is made when it is needed. */
import { beforeEach, describe, expect, it } from "vitest";
import { deferCommand } from "../../../durable-objects/conversation/inbox/deferred-commands.ts";
import { putRow } from "../../../durable-objects/conversation/sql/held-commit.ts";
import { tablesOf } from "../../../durable-objects/conversation/sql/known-tables.ts";
import { migrate } from "../../../durable-objects/conversation/sql/schema.ts";
import type { Row, Sql, SqlValue, Tables } from "../../../durable-objects/conversation/sql/sql.ts";
import { NodeSql } from "../../support/node-sql.ts";

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
  migrate(sql);
  plain.queries.length = 0;
});

const ORDERS = "SELECT name FROM orders ORDER BY id";
const EVENTS = "SELECT last_seq FROM events";
const EVENT: SqlValue[] = [9, 8, 1_000, "record", "[]"];
const events = (of: Tables) => of.from("events", EVENTS);
const orders = (of: Tables) => of.from("orders", ORDERS);

function tableNames(of: Sql): string[] {
  const rows = of.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type IN ('table', 'index')");
  return rows.map(({ name }) => name).filter((name) => !name.startsWith("sqlite_"));
}

describe("tables that are known", () => {
  it("are not asked while they are empty", () => {
    expect(events(sql)).toEqual([]);
    expect(plain.queries).toEqual([]);
  });

  it("are asked once something was written to them", () => {
    putRow(sql, "events", EVENT);
    expect(events(sql)).toEqual([{ last_seq: 9 }]);
  });

  it("are found as an earlier life has left them", () => {
    putRow(sql, "events", EVENT);
    const later = tablesOf(plain);
    expect(events(later)).toEqual([{ last_seq: 9 }]);
    expect(later.isEmpty("turns")).toBe(true);
  });

  it("are looked at once a life", () => {
    const later = tablesOf(plain);
    for (const table of ["events", "turns", "orders", "meta"]) later.isEmpty(table);
    expect(plain.queries).toHaveLength(2);
  });

  it("count as filled when they cannot be looked at", () => {
    plain.script(["CREATE TABLE torn (id INTEGER)"]);
    const blind: Sql = {
      all: (query, ...values) => {
        if (query.includes("EXISTS")) throw new Error("database disk image is malformed");
        return plain.all(query, ...values);
      },
      run: (query, ...values) => plain.run(query, ...values),
      script: (statements) => plain.script(statements),
      transaction: (body) => plain.transaction(body),
    };
    expect(tablesOf(blind).isEmpty("torn")).toBe(false);
  });

  it("are not made before something is written to them, and then with their indexes", () => {
    expect(tableNames(plain)).not.toContain("orders");
    expect(orders(sql)).toEqual([]);
    deferCommand(sql, "compact", 1);
    expect(orders(sql)).toEqual([{ name: "compact" }]);
    sql.fill("deliveries");
    expect(tableNames(plain)).toEqual(expect.arrayContaining(["deliveries", "deliveries_open"]));
  });

  it("have nothing to change before they are made", () => {
    expect(sql.run("DELETE FROM orders WHERE id = 1")).toBe(0);
    expect(sql.run("UPDATE scheduled SET at = 1 WHERE id = 'sch_1'")).toBe(0);
    expect(tableNames(plain)).not.toContain("scheduled");
  });

  it("go with the transaction that made them, and are made again", () => {
    const undone = () =>
      sql.transaction(() => {
        deferCommand(sql, "compact", 1);
        throw new Error("no");
      });
    expect(undone).toThrow("no");
    expect(orders(sql)).toEqual([]);
    deferCommand(sql, "undo_compact", 2);
    expect(orders(sql)).toEqual([{ name: "undo_compact" }]);
  });

  it("are one for each life, whoever asks for them", () => {
    expect(tablesOf(sql)).toBe(sql);
  });
});

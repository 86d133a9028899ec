/** An object that a later version has opened: what it only added to goes on, what it needs a later version for is left alone. */
import { expect, it } from "vitest";
import { CONVERSATION } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import { turnEnds } from "../../../../durable-objects/conversation/rows/schema/talk.ts";
import { createStore, openStore } from "../../../../durable-objects/conversation/rows/store.ts";
import { schemaOf } from "../../../../durable-objects/sql/migrations.ts";
import { Tables } from "../../../../durable-objects/sql/tables.ts";
import { createIds } from "../../../../src/domain/ids.ts";
import { conversationOf } from "../../../fixtures/conversation/versions.ts";
import { INIT } from "../../../support/machine/rig.ts";
import { NodeSql } from "../../../support/node-sql.ts";

const ids = createIds(
  () => 1_000,
  (bytes) => void bytes.fill(7),
);
const LATER = CONVERSATION.version + 1;

function leftBy(needs: number, sql: NodeSql): NodeSql {
  const { tables } = CONVERSATION;
  const later = new Tables(sql, schemaOf({ tables, changes: [turnEnds], lookedAtSince: LATER, needs }));
  if (!openStore(later, ids)) createStore(later, INIT, { ids, now: 1_000 });
  return sql;
}

const OBJECTS: [string, () => NodeSql][] = [
  ["a new one", () => new NodeSql()],
  ["an old one", () => conversationOf(11, "made")],
];

it.each(OBJECTS)("%s that a later version only added to opens and goes on", (_, made) => {
  const store = openStore(new Tables(leftBy(0, made()), CONVERSATION), ids);
  store?.commit(1_000, () => store.log.append({ type: "title", title: "New" }, null, 1_000));
  expect(store?.sql.isTooNew).toBe(false);
  expect([...(store?.log.stored(0) ?? [])].at(-1)).toMatchObject({ title: "New" });
});

it.each(OBJECTS)("%s that needs a later version is not opened, and nothing in it is changed", (_, made) => {
  const sql = leftBy(LATER, made());
  const written: string[] = [];
  sql.onWrite = () => written.push("something");
  const tables = new Tables(sql, CONVERSATION);
  expect(tables.isTooNew).toBe(true);
  expect(() => openStore(tables, ids)).toThrow("A later version of Nightjar");
  expect(written).toEqual([]);
});

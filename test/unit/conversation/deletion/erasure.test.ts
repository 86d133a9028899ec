import { expect, test } from "vitest";
import { Alarms } from "../../../../durable-objects/conversation/alarms.ts";
import { Erasure } from "../../../../durable-objects/conversation/deletion/erasure.ts";
import { PACES } from "../../../../durable-objects/conversation/paces.ts";
import { createStore, openStore } from "../../../../durable-objects/conversation/rows/store.ts";
import { type ConversationId, createIds } from "../../../../src/domain/ids.ts";
import { quietPorts } from "../../../support/machine/quiet-ports.ts";
import { NodeSql } from "../../../support/node-sql.ts";

const ids = createIds(
  () => 1,
  (bytes) => bytes.fill(7),
);
const INIT = {
  conversation_id: "cnv_1" as ConversationId,
  owner: "usr_ada",
  agent: null,
  room: null,
  channel: "web" as const,
  title: "",
  model: null,
  mode: null,
  parent: null,
};

/** What stands outside the object, and what is left in it: it outlives the object's lives. */
function outside() {
  const sql = new NodeSql();
  createStore(sql, INIT, { ids, now: 1 });
  const kept = new Set(["index", "trail", "object"]);
  return { sql, kept, away: new Set<string>(), alarms: [] as number[] };
}

/** One life of the object: its storage as it is found. */
function life({ sql, kept, away, alarms }: ReturnType<typeof outside>) {
  const remove = async (what: string) => {
    if (away.has(what)) throw new Error(`${what} cannot be reached`);
    kept.delete(what);
  };
  const ports = {
    ...quietPorts(),
    now: () => 1_000,
    forgetConversation: () => remove("index"),
    trail: { ...quietPorts().trail, removeAll: () => remove("trail") },
  };
  const clock = new Alarms({ get: async () => null, set: (at) => void alarms.push(at) });
  const store = openStore(sql, ids);
  if (!store) throw new Error("there is no conversation");
  return { store, erasure: new Erasure({ ports, alarms: clock, clear: () => remove("object") }) };
}

test("a deletion takes away what tells of the conversation, and the object's own last", async () => {
  const world = outside();
  const { store, erasure } = life(world);
  const stopped: string[][] = [];
  await erasure.begin(store, async () => void stopped.push([...world.kept]));
  expect(stopped).toEqual([["index", "trail", "object"]]);
  expect([...world.kept]).toEqual([]);
  expect(erasure.isUnderWay).toBe(false);
});

test.each(["index", "trail", "object"])("cut off at the %s, it is finished by the next life", async (at) => {
  const world = outside();
  world.away.add(at);
  const first = life(world);
  await expect(first.erasure.begin(first.store, async () => undefined)).rejects.toThrow(at);
  expect(first.erasure.isUnderWay).toBe(true);
  expect(world.kept.has("object")).toBe(true);
  expect(world.alarms).toEqual([1_000 + PACES.erasure_retry_ms]);
  world.away.clear();
  const second = life(world);
  expect(second.store.meta.erasing).toBe(true);
  second.erasure.goOn(second.store);
  await second.erasure.finish();
  expect([...world.kept]).toEqual([]);
});

test("whoever asks while it is under way waits for the same end", async () => {
  const world = outside();
  const { store, erasure } = life(world);
  let stop = () => {};
  const begun = erasure.begin(store, () => new Promise((resolve) => (stop = resolve)));
  const asked = erasure.finish();
  expect(world.kept.size).toBe(3);
  stop();
  await Promise.all([begun, asked]);
  expect(world.kept.size).toBe(0);
});

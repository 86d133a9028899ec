import { beforeEach, describe, expect, it } from "vitest";
import { createStore, openStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import { createIds, trustId } from "../../../../src/domain/ids.ts";
import { INIT } from "../../../support/machine/rig.ts";
import { NodeSql } from "../../../support/node-sql.ts";
import { NOW } from "../../tools/support.ts";

const ids = createIds(
  () => NOW,
  (bytes) => void bytes.fill(7),
);

class CountingSql extends NodeSql {
  asked = 0;

  override all: NodeSql["all"] = (query, ...values) => {
    if (query.includes("FROM inbox WHERE key")) this.asked += 1;
    return super.all(query, ...values);
  };
}

let sql: CountingSql;
let store: Store;
beforeEach(() => {
  sql = new CountingSql();
  store = createStore(sql, INIT, { ids, now: NOW });
});

const taken = (seq: number) => ({
  turn_id: trustId<"trn">("trn_1"),
  message_id: trustId<"msg">("msg_1"),
  seq,
});

function take(key: string, seq = 1): void {
  store.commit(NOW, () => store.inputs.put({ key, ...taken(seq), at: NOW }));
}

describe("the inputs", () => {
  it("of a new conversation are known by their keys: the table is asked for none that is new", () => {
    take("a", 1);
    take("b", 2);
    expect(store.inputs.get("c")).toBeUndefined();
    expect(sql.asked).toBe(0);
    expect(store.inputs.get("b")).toEqual(taken(2));
  });

  it("that an earlier life has taken are in the table", () => {
    take("a", 1);
    const again = openStore(sql, ids);
    expect(again?.inputs.get("a")).toEqual(taken(1));
    expect(again?.inputs.get("b")).toBeUndefined();
  });

  it("of a transaction that was rolled back were not taken", () => {
    const broken = () =>
      store.commit(NOW, () => {
        store.inputs.put({ key: "a", ...taken(1), at: NOW });
        throw new Error("no room");
      });
    expect(broken).toThrow("no room");
    expect(store.inputs.get("a")).toBeUndefined();
    take("a", 5);
    expect(store.inputs.get("a")).toEqual(taken(5));
  });

  it("are all known when there are too many to be held in memory", () => {
    for (let count = 0; count < 400; count++) take(`key ${count}`, count);
    expect(store.inputs.get("key 0")).toEqual(taken(0));
    expect(store.inputs.get("key 399")).toEqual(taken(399));
    expect(store.inputs.get("key 400")).toBeUndefined();
  });
});

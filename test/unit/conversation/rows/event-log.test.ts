import { beforeEach, describe, expect, it } from "vitest";
import { createStore, openStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import type { EventBody, NightjarEvent } from "../../../../src/domain/events.ts";
import { createIds, trustId } from "../../../../src/domain/ids.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { INIT } from "../../../support/machine/rig.ts";
import { NodeSql } from "../../../support/node-sql.ts";
import { NOW } from "../../tools/support.ts";

const ids = createIds(
  () => NOW,
  (bytes) => void bytes.fill(7),
);
const TURN = trustId<"trn">("trn_1");

let sql: NodeSql;
let store: Store;
beforeEach(() => {
  sql = new NodeSql();
  store = createStore(sql, INIT, { ids, now: NOW });
});

/** A new life over the same storage. */
function reopened(): Store {
  const opened = openStore(sql, ids);
  if (!opened) throw new Error("it is gone");
  return opened;
}

function text(delta: string): EventBody {
  return { type: "text", delta };
}

function notice(words: string): EventBody {
  return { type: "notice", level: "info", text: words };
}

function append(...bodies: EventBody[]): NightjarEvent[] {
  return bodies.map((body) => store.log.append(body, TURN, NOW));
}

function storeRunning(): void {
  sql.transaction(() => {
    store.log.store(NOW, true);
    store.commit(NOW, () => undefined);
  });
}

function bytes(events: Iterable<NightjarEvent>): string[] {
  return [...events].map((event) => JSON.stringify(event));
}

describe("numbers", () => {
  it("grow by one, from one", () => {
    expect(append(text("a"), text("b"), notice("c")).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("that were shown and lost in a crash are never used again", () => {
    append(text("a"));
    sql.transaction(() => store.log.store(NOW, true));
    sql.run("UPDATE meta SET seq_limit = ?", store.meta.seq_limit);
    const lost = append(text("b"), text("c"));
    const { log } = reopened();
    expect(log.append(text("d"), TURN, NOW).seq).toBeGreaterThan(lost.at(-1)?.seq ?? 0);
  });

  it("have no gap when nothing ran", () => {
    store.commit(NOW, () => append(notice("a")));
    expect(reopened().log.append(notice("b"), TURN, NOW).seq).toBe(2);
  });

  it("are not given out beyond what storage has promised", () => {
    expect(store.log.needsReserve).toBe(true);
    storeRunning();
    sql.transaction(() => store.log.store(NOW, true));
    expect(store.log.needsReserve).toBe(false);
    for (let n = 0; n < 10_000; n++) append(text("a"));
    expect(store.log.needsReserve).toBe(true);
  });
});

describe("a replay", () => {
  it("gives from every cursor exactly what came after it, byte for byte, stored or not", () => {
    const message: Message = {
      id: ids.create("msg"),
      parent_id: null,
      role: "user",
      parts: [{ type: "text", text: "Hello" }],
      status: "complete",
      created_at: new Date(NOW).toISOString(),
      author: "Ann",
    };
    const sent: NightjarEvent[] = [];
    store.commit(NOW, () => {
      store.transcript.put(message, TURN);
      sent.push(...append({ type: "message", message }, notice("one")));
    });
    for (let batch = 0; batch < 70; batch++) {
      store.commit(NOW, () => void sent.push(...append(text(`a${batch}`), text("b"), notice("c"))));
    }
    sent.push(...append(text("not stored"), text("yet")));
    for (let cursor = 0; cursor <= sent.length; cursor++) {
      const expected = bytes(sent.filter(({ seq }) => seq > cursor));
      expect(bytes(store.log.since(cursor)), `cursor ${cursor}`).toEqual(expected);
    }
  });

  it("is the same in the next life, but for what the crash took", () => {
    store.commit(NOW, () => append(text("a"), notice("b")));
    const before = bytes(store.log.since(0));
    append(text("lost"));
    expect(bytes(reopened().log.since(0))).toEqual(before);
  });

  it("gives nothing to who is ahead of it", () => {
    store.commit(NOW, () => append(text("a")));
    expect([...store.log.since(99)]).toEqual([]);
  });

  it("leaves out a message that is gone, and goes on", () => {
    const message = { id: ids.create("msg"), role: "user" } as Message;
    store.commit(NOW, () => append({ type: "message", message }, notice("b")));
    expect([...store.log.since(0)].map(({ type }) => type)).toEqual(["notice"]);
  });
});

describe("rows", () => {
  it("are one a commit, and messages are in them by name only", () => {
    const parts = [{ type: "text" as const, text: "x".repeat(100_000) }];
    const message = { id: ids.create("msg"), parts } as unknown as Message;
    store.commit(NOW, () => append(text("a"), text("b"), { type: "message", message }));
    const rows = sql.all<{ json: string }>("SELECT json FROM events");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.json.length).toBeLessThan(1_000);
  });

  it("stay far below the platform's 2 MB, however much came at once", () => {
    const big = (n: number): EventBody => ({
      type: "tool_result",
      call_id: trustId(`call_${n}`),
      name: "look",
      result: "ü".repeat(150_000),
      is_error: false,
    });
    const sent = [1, 2, 3, 4, 5, 6, 7].map((n) => store.log.append(big(n), TURN, NOW));
    store.commit(NOW, () => undefined);
    const rows = sql.all<{ bytes: number }>("SELECT LENGTH(CAST(json AS BLOB)) AS bytes FROM events");
    expect(Math.max(...rows.map((row) => row.bytes))).toBeLessThan(1_500_000);
    expect(bytes(store.log.since(0))).toEqual(bytes(sent));
    expect(bytes(store.log.since(3))).toEqual(bytes(sent.slice(3)));
  });

  it("of deltas alone go once they are old; what else happened stays", () => {
    store.commit(NOW, () => append(text("a")));
    store.commit(NOW, () => append(notice("b")));
    store.log.prune(NOW + 1);
    expect([...store.log.since(0)].map(({ type }) => type)).toEqual(["notice"]);
  });
});

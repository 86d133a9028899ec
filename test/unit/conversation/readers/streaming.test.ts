import { beforeEach, describe, expect, it } from "vitest";
import { PACES } from "../../../../durable-objects/conversation/paces.ts";
import { DeltaMerger } from "../../../../durable-objects/conversation/readers/delta-merger.ts";
import { EventPump } from "../../../../durable-objects/conversation/readers/event-pump.ts";
import { createStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import type { EventBody, NightjarEvent } from "../../../../src/domain/events.ts";
import { createIds, trustId } from "../../../../src/domain/ids.ts";
import { INIT } from "../../../support/machine/rig.ts";
import { Timeline } from "../../../support/machine/timeline.ts";
import { NodeSql } from "../../../support/node-sql.ts";

let timeline: Timeline;
beforeEach(() => {
  timeline = new Timeline();
});

const later = (act: () => void, ms: number) => timeline.after(ms, act);
const text = (delta: string): EventBody => ({ type: "text", delta });
const reasoning = (delta: string): EventBody => ({ type: "reasoning", delta });
const STATE: EventBody = { type: "state", state: "tools", step: 1, tools: [] };

describe("deltas", () => {
  function merger() {
    const out: EventBody[] = [];
    return {
      out,
      merger: new DeltaMerger({ emit: (body) => void out.push(body), now: () => timeline.now, later }),
    };
  }

  it("go at once when it is the first, and merged when they follow within a frame", async () => {
    const { out, merger: held } = merger();
    for (const word of ["a", "b", "c"]) held.push(text(word));
    expect(out).toEqual([text("a")]);
    await timeline.pass(10);
    expect(out).toEqual([text("a"), text("bc")]);
  });

  it("go at once again after a pause", async () => {
    const { out, merger: held } = merger();
    held.push(text("a"));
    await timeline.pass(50);
    held.push(text("b"));
    expect(out).toEqual([text("a"), text("b")]);
  });

  it("go at once when an answer begins, though the last one has only just ended", () => {
    const { out, merger: held } = merger();
    held.push(text("a"));
    held.close();
    held.push(text("b"));
    expect(out).toEqual([text("a"), text("b")]);
  });

  it("need no timer when they come apart", async () => {
    let timers = 0;
    const counted: typeof later = (act, ms) => {
      timers += 1;
      return later(act, ms);
    };
    const out: EventBody[] = [];
    const apart = new DeltaMerger({
      emit: (body) => void out.push(body),
      now: () => timeline.now,
      later: counted,
    });
    for (const word of ["a", "b", "c"]) {
      apart.push(text(word));
      await timeline.pass(33);
    }
    expect(out).toEqual([text("a"), text("b"), text("c")]);
    expect(timers).toBe(0);
  });

  it("never pass something else, nor are passed by it", async () => {
    const { out, merger: held } = merger();
    for (const body of [text("a"), text("b"), STATE, text("c"), reasoning("d"), reasoning("e"), text("f")])
      held.push(body);
    await timeline.pass(100);
    expect(out).toEqual([text("a"), text("b"), STATE, text("c"), reasoning("de"), text("f")]);
  });

  it("lose nothing, however they come", async () => {
    const { out, merger: held } = merger();
    let sent = "";
    for (let n = 0; n < 500; n++) {
      const delta = `${n} `;
      sent += delta;
      held.push(text(delta));
      if (n % 3 === 0) await timeline.pass(n % 17);
    }
    held.flush();
    expect(out.map((body) => (body.type === "text" ? body.delta : "")).join("")).toBe(sent);
    expect(out.length).toBeLessThan(400);
  });
});

describe("a running turn's events", () => {
  let sql: NodeSql;
  let store: Store;
  let sent: NightjarEvent[];
  let pump: EventPump;
  let commits: number;

  beforeEach(() => {
    sql = new NodeSql();
    const ids = createIds(
      () => timeline.now,
      (bytes) => void bytes.fill(7),
    );
    store = createStore(sql, INIT, { ids, now: timeline.now });
    sent = [];
    pump = new EventPump({
      store,
      now: () => timeline.now,
      broadcast: (event) => void sent.push(event),
      later,
      paces: PACES,
    });
    pump.open(trustId("trn_1"), () => undefined);
    pump.push(STATE);
    commits = 0;
    const { transaction } = sql;
    sql.transaction = (body) => {
      commits += 1;
      return transaction.call(sql, body) as never;
    };
  });

  const rows = () => sql.all("SELECT * FROM events").length;

  it("are shown before they are stored", () => {
    pump.push(text("Hello"));
    expect(sent.map(({ type }) => type)).toEqual(["state", "text"]);
    expect(rows()).toBe(0);
  });

  it("are stored once there is a kilobyte of text", async () => {
    for (let n = 0; n < 30; n++) {
      pump.push(text("x".repeat(100)));
      await timeline.pass(11);
    }
    expect(rows()).toBeGreaterThanOrEqual(2);
    expect(commits).toBeLessThan(4);
  });

  it("are stored after two seconds at the latest", async () => {
    pump.push(text("Hello"));
    await timeline.pass(1_900);
    expect(rows()).toBe(0);
    await timeline.pass(200);
    expect(rows()).toBe(1);
  });

  it("are stored with somebody's commit, and then not again", async () => {
    pump.push(text("Hello"));
    store.commit(timeline.now, () => undefined);
    const before = commits;
    await timeline.pass(60_000);
    expect(commits).toBe(before);
    expect([...store.log.since(0)]).toEqual(sent);
  });
});

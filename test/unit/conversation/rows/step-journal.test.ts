import { beforeEach, describe, expect, it } from "vitest";
import { tablesOf } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import { createStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import {
  loadSteps,
  parkedCalls,
  StepJournal,
} from "../../../../durable-objects/conversation/rows/turns/step-journal.ts";
import type { Tables } from "../../../../durable-objects/sql/tables.ts";
import { createIds, trustId } from "../../../../src/domain/ids.ts";
import { INIT } from "../../../support/machine/rig.ts";
import { NodeSql } from "../../../support/node-sql.ts";
import { approved, asking, journaled, settled, started } from "../../agent/stage.ts";
import { NOW } from "../../tools/support.ts";

const TURN = trustId<"trn">("trn_1");
const ids = createIds(
  () => NOW,
  (bytes) => void bytes.fill(7),
);

let sql: Tables;
let store: Store;
let journal: StepJournal;
let writes: number;
beforeEach(() => {
  sql = tablesOf(new NodeSql());
  store = createStore(sql, INIT, { ids, now: NOW });
  writes = 0;
  journal = new StepJournal(sql, TURN, {
    onReply: () => undefined,
    onWrite: () => {
      writes += 1;
    },
    timings: () => ({ started_at: NOW }),
  });
  store.turns.insert({
    id: TURN,
    actor: null,
    payer: null,
    memory: "person",
    state: "queued",
    trigger_id: ids.create("msg"),
    answer_id: ids.create("msg"),
    agent: null,
    model: null,
    mode: null,
    source: { channel: "web", sender: "ann" },
    tier: "full",
    created_at: NOW,
    ready_at: NOW,
    start_seq: 0,
    attempts: 0,
    place: null,
    passes: 0,
  });
});

const STEP = journaled(1, [
  { id: "a", name: "look" },
  { id: "b", name: "pay" },
]);

/** What a new life would find. */
function states(): string[] {
  return loadSteps(sql, TURN).flatMap((step) => step.calls.map((call) => `${call.call_id} ${call.state}`));
}

describe("the journal of a turn", () => {
  it("gives back each reply as it was", () => {
    journal.reply(STEP.reply);
    expect(loadSteps(sql, TURN)).toMatchObject([{ reply: STEP.reply, calls: [] }]);
  });

  it("keeps steps in their order, and their calls apart", () => {
    const second = journaled(2, [{ id: "a", name: "look" }]);
    journal.reply(STEP.reply);
    journal.call(1, started("a"));
    journal.reply(second.reply);
    journal.call(2, asking("a", "Well?"));
    expect(loadSteps(sql, TURN).map(({ calls }) => calls.map((call) => call.state))).toEqual([
      ["started"],
      ["parked"],
    ]);
  });

  it("costs one write a step with tools: results of reads go with the next one", () => {
    journal.reply(STEP.reply);
    journal.call(1, settled("a", "look", "seen"));
    expect(writes).toBe(1);
    expect(states()).toEqual([]);
    journal.reply(journaled(2, []).reply);
    expect(writes).toBe(2);
    expect(states()).toEqual(["a settled"]);
  });

  it("writes at once that a once call leaves, and what came of it", () => {
    journal.reply(STEP.reply);
    journal.call(1, started("b"));
    expect(states()).toEqual(["b started"]);
    journal.call(1, settled("b", "pay", "paid"));
    expect(states()).toEqual(["b settled"]);
  });

  it("writes results that wait with somebody's commit when the turn parks", () => {
    journal.reply(STEP.reply);
    journal.call(1, asking("b", "Well?"));
    journal.call(1, settled("a", "look", "seen"));
    sql.transaction(() => journal.store());
    expect(states().sort()).toEqual(["a settled", "b parked"]);
  });

  it("knows what waits, of turns that have not ended", () => {
    journal.reply(STEP.reply);
    journal.call(1, asking("a", "Well?"));
    expect(parkedCalls(sql)).toMatchObject([{ turn_id: TURN, step: 1, call_id: "a" }]);
    journal.call(1, approved("a"));
    expect(parkedCalls(sql)).toEqual([]);
  });

  it("lets a result that came first stand against the parking that follows it", () => {
    journal.reply(STEP.reply);
    journal.call(1, settled("b", "pay", "paid"));
    sql.transaction(() => journal.store());
    journal.call(1, asking("b", "Well?"));
    expect(states()).toEqual(["b settled"]);
  });
});

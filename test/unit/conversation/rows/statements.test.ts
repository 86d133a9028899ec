/** Each statement takes its time, and each text its memory for as long as the object is awake. */
import { expect, it } from "vitest";
import { ConversationRig } from "../../../support/machine/rig.ts";

const A_WHILE = 60_000;

/** The texts of all statements that the conversation makes from now on. */
function statementsOf({ machine: { sql } }: ConversationRig): string[] {
  const texts: string[] = [];
  const { all, run } = sql;
  sql.all = (query, ...values) => {
    texts.push(query);
    return all.call(sql, query, ...values) as never;
  };
  sql.run = (query, ...values) => {
    texts.push(query);
    return run.call(sql, query, ...values);
  };
  return texts;
}

it("a new conversation with its first turn, and what follows it, makes 12 different statements", async () => {
  const rig = new ConversationRig();
  const texts = statementsOf(rig);
  await rig.say("hello");
  await rig.timeline.pass(A_WHILE);
  expect(rig.store.meta.turn_count).toBe(1);
  expect(new Set(texts).size).toBe(12);
  expect(texts).toHaveLength(14);
});

it("a plain turn makes three until its answer is out: a look at the inbox, and two commits of one text", async () => {
  const rig = new ConversationRig();
  await rig.say("hello");
  await rig.timeline.pass(A_WHILE);
  const texts = statementsOf(rig);
  await rig.say("again");
  while (rig.store.meta.turn_count < 2) await rig.timeline.step();
  const [look, ...commits] = texts;
  expect(look).toContain("FROM inbox");
  expect(commits).toHaveLength(2);
  expect(new Set(commits).size).toBe(1);
});

it("a later plain turn, and what follows it, makes 12: nothing that is known to be empty is asked", async () => {
  const rig = new ConversationRig();
  await rig.say("hello");
  await rig.timeline.pass(A_WHILE);
  const texts = statementsOf(rig);
  await rig.say("again");
  await rig.timeline.pass(A_WHILE);
  expect(rig.store.meta.turn_count).toBe(2);
  expect(texts).toHaveLength(12);
});

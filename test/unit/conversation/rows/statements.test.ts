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

it("a plain turn makes two until its answer is out: commits of one text", async () => {
  const rig = new ConversationRig();
  await rig.say("hello");
  await rig.timeline.pass(A_WHILE);
  const texts = statementsOf(rig);
  await rig.say("again");
  while (rig.store.meta.turn_count < 2) await rig.timeline.step();
  expect(texts).toHaveLength(2);
  expect(new Set(texts).size).toBe(1);
});

it("in a later life of the object, a plain turn first looks whether its message is in already", async () => {
  const rig = new ConversationRig();
  await rig.say("hello");
  await rig.timeline.pass(A_WHILE);
  rig.machine.kill();
  await rig.timeline.pass(A_WHILE);
  const texts = statementsOf(rig);
  await rig.say("again");
  expect(texts.filter((text) => text.includes("FROM inbox WHERE key"))).toHaveLength(1);
});

it("a later plain turn, and what follows it, makes 11: nothing that is known to be empty is asked", async () => {
  const rig = new ConversationRig();
  await rig.say("hello");
  await rig.timeline.pass(A_WHILE);
  const texts = statementsOf(rig);
  await rig.say("again");
  await rig.timeline.pass(A_WHILE);
  expect(rig.store.meta.turn_count).toBe(2);
  expect(texts).toHaveLength(11);
});

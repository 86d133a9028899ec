import { expect, test } from "vitest";
import { replyPlaceOf } from "../../../../durable-objects/conversation/outbox/reply-place.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { CHAT, ConversationRig } from "../../../support/machine/rig.ts";

const SLACK: Source = { channel: "slack", account: "sales", sender: "U7", thread: "D1" };

test("what is said unasked goes to the chat that was written from last, wherever the conversation began", async () => {
  const rig = new ConversationRig();
  await rig.say("in the app");
  expect(replyPlaceOf(rig.store, CHANNELS)).toBeUndefined();
  await rig.say("in a chat", "1", CHAT);
  await rig.say("in another", "2", SLACK);
  await rig.say("in the app again");
  await rig.pass(60_000);
  expect(replyPlaceOf(rig.store, CHANNELS)).toEqual(SLACK);
});

test("a reminder is told there, by the same bot", async () => {
  const rig = new ConversationRig();
  await rig.say("in a chat", "1", SLACK);
  rig.store.reminders.add({
    key: "tea",
    text: "Tea",
    at: rig.timeline.now + 60_000,
  });
  await rig.say("and on", "2", SLACK);
  await rig.pass(120_000);
  expect(rig.store.turns.page(null, 1)[0]?.source).toEqual({ ...SLACK, sender: "schedule" });
});

test("agents are told nothing unasked", async () => {
  const rig = new ConversationRig({ init: { channel: "conversation" } });
  await rig.say("in a chat", "1", CHAT);
  expect(replyPlaceOf(rig.store, CHANNELS)).toBeUndefined();
});

/** A chat where nothing arrives any more: somebody has blocked the bot, or removed it. */

import { expect, test } from "vitest";
import { replyPlaceOf } from "../../../../durable-objects/conversation/outbox/reply-place.ts";
import { ShutPlaces } from "../../../../durable-objects/conversation/rows/outgoing/shut-places.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { CHAT, ConversationRig, says } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

const WHY = "The person has blocked the bot.";
const SLACK: Source = { channel: "slack", sender: "U7", thread: "D1" };

function chatting() {
  const sent: string[] = [];
  const port = {
    ...createTestChannel({ name: "telegram" }),
    deliver: async ({ chunk }: { chunk: { type: string; text?: string } }) => {
      sent.push(chunk.text ?? "");
      return { status: "sent" as const, platform_id: `p${sent.length}` };
    },
  };
  const rig = new ConversationRig({
    model: () => says("Hello."),
    ports: () => ({ channels: onlyChannel("telegram", port) }),
  });
  const shut = (place: Source, reason: string | null) =>
    rig.store.sql.transaction(() => {
      const places = new ShutPlaces(rig.store.sql);
      if (reason === null) places.open(place);
      else places.put(place, reason);
    });
  return { rig, sent, shut };
}

/** What of it is news, as the index was told. */
const newest = ({ flushed }: ConversationRig) =>
  Math.max(0, ...flushed.map((each) => (each as { said_seq: number }).said_seq));

test("nothing is sent there, the delivery says why, and it is news in the app", async () => {
  const { rig, sent, shut } = chatting();
  await rig.say("Hi", "1", CHAT);
  shut(CHAT, WHY);
  await rig.pass();
  expect(sent).toEqual([]);
  const [delivery] = rig.store.sql.all<{ id: string; status: string; reason: string }>(
    "SELECT id, status, reason FROM deliveries",
  );
  expect(delivery).toMatchObject({ status: "failed", reason: WHY });
  expect(newest(rig)).toBeGreaterThan(0);

  await rig.machine.request((awake) => awake.changes.retryDelivery(delivery?.id ?? ""));
  await rig.pass();
  expect(sent).toEqual(["Hello."]);
});

test("what is said unasked goes to the chat before it, or else to the app, and back once it is open", async () => {
  const { rig, shut } = chatting();
  await rig.say("in one chat", "1", SLACK);
  await rig.say("in another", "2", CHAT);
  await rig.pass();
  shut(CHAT, WHY);
  expect(replyPlaceOf(rig.store, CHANNELS)).toEqual(SLACK);
  shut(SLACK, WHY);
  expect(replyPlaceOf(rig.store, CHANNELS)).toBeUndefined();
  shut(CHAT, null);
  expect(replyPlaceOf(rig.store, CHANNELS)).toEqual(CHAT);
});

test("what an agent says unasked where every chat is shut is news in the app", async () => {
  const rig = new ConversationRig({ init: { channel: "telegram" } });
  await rig.say("Hi", "1", CHAT);
  await rig.pass();
  rig.store.sql.transaction(() => new ShutPlaces(rig.store.sql).put(CHAT, WHY));
  rig.flushed.length = 0;
  await rig.receive({
    type: "notice",
    key: "n1",
    source: { channel: "system", sender: "sch" },
    text: "The digest.",
    spoken_by: { agent: "nightjar", author: "Nightjar" },
  });
  await rig.pass();
  expect(newest(rig)).toBeGreaterThan(0);
});

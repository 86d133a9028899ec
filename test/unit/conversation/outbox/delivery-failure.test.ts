/** The platform had taken a message, and says later that it has not delivered it. */

import { expect, test } from "vitest";
import type { ChannelPort } from "../../../../src/channels/channel.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import { CHAT, ConversationRig, finish, text } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

async function answered(kinds = CHANNELS) {
  const sent: string[] = [];
  const port: ChannelPort = {
    ...createTestChannel({ name: "telegram", limits: { text_length: 20 } }),
    deliver: async ({ chunk }) => {
      sent.push(chunk.type === "text" ? chunk.text : chunk.type);
      return { status: "sent", platform_id: `p${sent.length}` };
    },
  };
  const rig = new ConversationRig({
    model: () => [text("It is warm today.\n\nTake a hat."), finish()],
    ports: () => ({ kinds, channels: onlyChannel("telegram", port) }),
  });
  await rig.reader.connect();
  await rig.say("Hello?", "1", CHAT);
  await rig.pass();
  const undelivered = (platform_id: string, thread = "7") =>
    rig.machine.request((awake) =>
      awake.changes.undelivered({ platform_id, thread, reason: "They have to write first." }),
    );
  const [delivery] = rig.store.sql.all<{ id: string }>("SELECT id FROM deliveries");
  return { rig, sent, undelivered, id: delivery?.id ?? "" };
}

const status = (rig: ConversationRig) =>
  rig.store.sql.all("SELECT status, reason FROM deliveries").map((row) => ({ ...row }));

test("its delivery has failed, once, and people are told", async () => {
  const { rig, undelivered } = await answered();
  expect(await undelivered("p2")).toMatchObject({ value: true });
  expect(await undelivered("p2")).toMatchObject({ value: false });
  expect(await undelivered("p1")).toMatchObject({ value: false });
  expect(status(rig)).toEqual([{ status: "failed", reason: "They have to write first." }]);
  const notices = rig.reader.events.filter(({ type }) => type === "notice");
  expect(notices).toMatchObject([
    { level: "warning", text: expect.stringContaining("They have to write first.") },
  ]);
});

test("it is sent again, whole, when somebody wants that", async () => {
  const { rig, sent, undelivered, id } = await answered();
  await undelivered("p1");
  await rig.machine.request((awake) => awake.changes.retryDelivery(id));
  await rig.pass();
  expect(sent).toEqual(["It is warm today.", "Take a hat.", "It is warm today.", "Take a hat."]);
  expect(status(rig)).toEqual([{ status: "sent", reason: null }]);
});

test("of another chat, or of a message that is not known, nothing changes", async () => {
  const { rig, undelivered } = await answered();
  expect(await undelivered("p1", "8")).toMatchObject({ value: false });
  expect(await undelivered("p9")).toMatchObject({ value: false });
  expect(status(rig)).toEqual([{ status: "sent", reason: null }]);
});

test("the channel is called what the conversation was told", async () => {
  const telegram = { ...CHANNELS.telegram, label: "Carrier pigeon" };
  const { rig, undelivered } = await answered({ ...CHANNELS, telegram });
  await undelivered("p2");
  expect(rig.reader.events.filter(({ type }) => type === "notice")).toMatchObject([
    { text: expect.stringContaining("delivered to Carrier pigeon") },
  ]);
});

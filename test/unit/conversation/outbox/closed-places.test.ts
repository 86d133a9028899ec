/** A chat where nothing arrives before somebody writes there, as WhatsApp's a day after their last word. */
import { expect, test } from "vitest";
import type { DeliveryResult } from "../../../../src/channels/channel.ts";
import type { Notice, Source } from "../../../../src/domain/inbound.ts";
import { ANN, CHAT, ConversationRig, says } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

const CLOSED: DeliveryResult = { status: "failed", reason: "They have to write first.", isClosed: true };

function chatting() {
  const sent: string[] = [];
  const tried: string[] = [];
  const place = { isClosed: false };
  const port = {
    ...createTestChannel({ name: "telegram" as const }),
    async deliver({ chunk }: { chunk: { type: string; text?: string } }): Promise<DeliveryResult> {
      tried.push(chunk.text ?? "");
      if (place.isClosed) return CLOSED;
      sent.push(chunk.text ?? "");
      return { status: "sent", platform_id: `p${sent.length}` };
    },
  };
  const rig = new ConversationRig({
    model: () => says("Welcome back."),
    ports: () => ({ channels: onlyChannel("telegram", port) }),
    init: { channel: "telegram" },
  });
  const remind = (text: string): Promise<unknown> => {
    const source: Source = { channel: "system", sender: "sch" };
    const spoken_by = { agent: "nightjar", author: "Nightjar" };
    const notice: Notice = { type: "notice", key: `n:${text}`, source, text, spoken_by };
    return rig.receive(notice).then(() => rig.pass());
  };
  const statuses = () =>
    rig.store.sql
      .all<{ status: string }>("SELECT status FROM deliveries ORDER BY id")
      .map((row) => row.status);
  return { rig, sent, tried, place, remind, statuses };
}

test("what could not be told there is told when somebody writes, before the answer, and once", async () => {
  const { rig, sent, tried, place, remind, statuses } = chatting();
  await rig.reader.connect();
  await rig.say("Hi", "1", CHAT);
  await rig.pass();
  place.isClosed = true;
  await remind("The train leaves at nine.");
  expect(statuses()).toEqual(["sent", "failed"]);
  expect(rig.reader.events.filter(({ type }) => type === "notice")).toHaveLength(1);
  place.isClosed = false;
  sent.length = 0;
  await rig.say("I am back", "2", CHAT);
  await rig.pass();
  expect(sent).toEqual(["The train leaves at nine.", "Welcome back."]);
  expect(statuses()).toEqual(["sent", "sent", "sent"]);
  await rig.say("And now?", "3", CHAT);
  await rig.pass();
  expect(tried.filter((text) => text.includes("train"))).toHaveLength(2);
});

test("nothing is tried there meanwhile, each fails in sight, and what is said in the app opens nothing", async () => {
  const { rig, sent, tried, place, remind, statuses } = chatting();
  await rig.say("Hi", "1", CHAT);
  await rig.pass();
  place.isClosed = true;
  await remind("One.");
  tried.length = 0;
  await remind("Two.");
  await rig.say("In the app", "2");
  await rig.pass();
  expect(tried).toEqual([]);
  expect(statuses()).toEqual(["sent", "failed", "failed"]);
  place.isClosed = false;
  sent.length = 0;
  await rig.say("Here I am", "3", CHAT);
  await rig.pass();
  expect(sent).toEqual(["One.", "Two.", "Welcome back."]);
});

test("that the platform says so afterwards is the same", async () => {
  const { rig, sent } = chatting();
  await rig.say("Hi", "1", CHAT);
  await rig.pass();
  const thread = CHAT.thread ?? "";
  const told = { platform_id: "p1", thread, reason: "They have to write first.", isClosed: true as const };
  await rig.machine.request((awake) => awake.changes.undelivered(told));
  sent.length = 0;
  await rig.receive({
    type: "user_message",
    key: "2",
    source: CHAT,
    actor: ANN,
    parts: [{ type: "text", text: "Here I am" }],
  });
  await rig.pass();
  expect(sent).toEqual(["Welcome back.", "Welcome back."]);
});

test("who comes back after weeks is sent the newest five, in their order", async () => {
  const { rig, sent, place } = chatting();
  for (let n = 1; n <= 7; n++) {
    await rig.say(`${n}`, `${n}`, CHAT);
    await rig.pass();
  }
  for (let n = 1; n <= 7; n++) {
    const thread = CHAT.thread ?? "";
    const told = {
      platform_id: `p${n}`,
      thread,
      reason: "They have to write first.",
      isClosed: true as const,
    };
    await rig.machine.request((awake) => awake.changes.undelivered(told));
  }
  sent.length = 0;
  place.isClosed = false;
  await rig.say("Here I am", "9", CHAT);
  await rig.pass();
  expect(sent).toHaveLength(6);
});

/** Answers that may have arrived, on a platform that shows a bot its chats. */
import { expect, test } from "vitest";
import type { DeliveryResult, LookupResult, Outgoing } from "../../../../src/channels/channel.ts";
import { CHAT, ConversationRig, says } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

const CUT: DeliveryResult = { status: "unknown", reason: "cut" };

/** `fates`: what becomes of the posts, one each: whether it arrives, and whether that is known; later ones do both. */
function chatting(fates: { arrives: boolean; isKnown: boolean }[], told: (LookupResult | undefined)[] = []) {
  const stands: { key: string; text: string }[] = [];
  let looks = 0;
  const port = {
    ...createTestChannel({ name: "telegram" as const }),
    async deliver({ chunk, key }: Outgoing): Promise<DeliveryResult> {
      const { arrives, isKnown } = fates.shift() ?? { arrives: true, isKnown: true };
      if (arrives) stands.push({ key, text: chunk.type === "text" ? chunk.text : chunk.type });
      return isKnown ? { status: "sent", platform_id: `p${stands.length}` } : CUT;
    },
    async find({ key }: { key: string }): Promise<LookupResult> {
      looks += 1;
      const at = stands.findIndex((message) => message.key === key);
      const found: LookupResult =
        at === -1 ? { status: "missing" } : { status: "there", platform_id: `p${at + 1}` };
      return told.shift() ?? found;
    },
  };
  const rig = new ConversationRig({
    model: () => says("Hello."),
    ports: () => ({ channels: onlyChannel("telegram", port) }),
  });
  const row = () =>
    rig.store.sql.all<{ status: string; platform_ids: string; reason: string | null }>(
      "SELECT status, platform_ids, reason FROM deliveries",
    )[0];
  return { rig, row, texts: () => stands.map(({ text }) => text), looks: () => looks };
}

test("one that is found there is not sent again", async () => {
  const { rig, row, texts } = chatting([{ arrives: true, isKnown: false }]);
  await rig.say("Hi", "1", CHAT);
  await rig.pass(60_000);
  expect(texts()).toEqual(["Hello."]);
  expect(row()).toMatchObject({ status: "sent", platform_ids: '["p1"]' });
});

test("one that did not arrive is sent as often as it takes", async () => {
  const lost = { arrives: false, isKnown: false };
  const { rig, row, texts, looks } = chatting([lost, lost, lost, lost]);
  await rig.say("Hi", "1", CHAT);
  await rig.pass(120_000);
  expect(texts()).toEqual(["Hello."]);
  expect(row()).toMatchObject({ status: "sent" });
  expect(looks()).toBe(4);
});

test("nothing is sent while the platform does not say whether it arrived", async () => {
  const silent: LookupResult = { status: "later", reason: "It does not answer." };
  const { rig, row, texts } = chatting([{ arrives: true, isKnown: false }], [silent, silent, silent]);
  await rig.say("Hi", "1", CHAT);
  await rig.pass(20_000);
  expect(row()).toMatchObject({ status: "pending", reason: "It does not answer." });
  await rig.pass(120_000);
  expect(texts()).toEqual(["Hello."]);
  expect(row()).toMatchObject({ status: "sent" });
});

test("where it cannot tell, it is sent once more and no third time", async () => {
  const lost = { arrives: false, isKnown: false };
  const { rig, row } = chatting([lost, lost], [{ status: "unknown" }, { status: "unknown" }]);
  await rig.say("Hi", "1", CHAT);
  await rig.pass(120_000);
  expect(row()).toMatchObject({ status: "failed", reason: expect.stringContaining("it may have arrived") });
});

test("a machine that died while it was sent finds it in its next life", async () => {
  const { rig, row, texts } = chatting([{ arrives: true, isKnown: false }]);
  await rig.say("Hi", "1", CHAT);
  await rig.pass(1_000);
  rig.machine.kill();
  await rig.pass(60_000);
  expect(texts()).toEqual(["Hello."]);
  expect(row()).toMatchObject({ status: "sent" });
});

/** Whose chat it is: what is said there unasked must not reach others. */

import { expect, test } from "vitest";
import { isPrivateChat } from "../../../../durable-objects/conversation/rows/private-chat.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import { ANN, CHAT, ConversationRig } from "../../../support/machine/rig.ts";

const chat = () => new ConversationRig({ init: { channel: "telegram" } });
const message = (key: string, more: Partial<UserMessage>): UserMessage => ({
  ...{ type: "user_message", key, source: CHAT, parts: [{ type: "text", text: "Hi" }] },
  ...more,
});

test("a direct chat in which its owner wrote last is theirs; a guest's is the guest's, and stays so after a reminder", async () => {
  const rig = chat();
  await rig.receive(message("1", { actor: ANN }));
  expect(isPrivateChat(rig.store, CHANNELS)).toBe(true);
  await rig.pass();
  await rig.receive(message("2", { source: { ...CHAT, sender: "guest" } }));
  await rig.pass();
  expect(isPrivateChat(rig.store, CHANNELS)).toBe(false);
  const source = { channel: "system" as const, sender: "sch" };
  await rig.receive({ type: "notice", key: "n", source, text: "Tea", is_for_person: true });
  expect(isPrivateChat(rig.store, CHANNELS)).toBe(false);
});

test("a group is nobody's own, and what lives in no chat is none", async () => {
  const rig = chat();
  await rig.receive(message("1", { actor: ANN, source: { ...CHAT, is_group: true } }));
  expect(isPrivateChat(rig.store, CHANNELS)).toBe(false);
  const web = new ConversationRig();
  await web.say("Hi");
  expect(isPrivateChat(web.store, CHANNELS)).toBeNull();
});

/** What Telegram tells beside messages: reactions, and whether the bot is in a chat. */
import { describe, expect, test } from "vitest";
import { DIRECT, GROUP, MONA } from "../../../support/telegram/updates.ts";
import { inboundOf, parsed, reasonOf } from "./reader.ts";

describe("a reaction", () => {
  const reacted = (more: object) =>
    inboundOf({
      message_reaction: {
        ...{ chat: GROUP, message_id: 60, user: MONA, date: 1, old_reaction: [] },
        new_reaction: [{ type: "emoji", emoji: "👍" }],
        ...more,
      },
    });

  test("tells who has reacted with what to which message", async () => {
    const inbound = await reacted({});
    expect(inbound).toMatchObject({ type: "reaction", to: "60", emojis: ["👍"] });
    expect(inbound.source).toEqual({
      channel: "telegram",
      is_group: true,
      thread: "-100200",
      sender: "501",
      sender_name: "Mona Lee",
    });
  });

  test("that is no character is called by its kind, and one that was taken back is none", async () => {
    const custom = [{ type: "custom_emoji", custom_emoji_id: "5" }, { type: "paid" }];
    expect(await reacted({ new_reaction: custom })).toMatchObject({ emojis: ["custom emoji", "paid"] });
    expect(await reacted({ new_reaction: [] })).toMatchObject({ emojis: [] });
  });

  test("of a bot is nobody's, and that of an anonymous admin is the group's", async () => {
    const bot = { ...MONA, is_bot: true };
    const reaction = { chat: GROUP, message_id: 60, user: bot, new_reaction: [] };
    expect(await reasonOf({ message_reaction: reaction })).toMatch(/bot/);
    const { source } = await reacted({ user: undefined, actor_chat: GROUP });
    expect(source).toMatchObject({ sender: "-100200", sender_name: "The choir" });
  });
});

describe("whether the bot is in a chat", () => {
  const changed = (from: object, to: object, chat: object = GROUP) =>
    parsed({ my_chat_member: { chat, from: MONA, date: 1, old_chat_member: from, new_chat_member: to } });
  const [there, gone] = [{ status: "member" }, { status: "left" }];

  test("is told when it was added to a group, and greets there; in a channel it does not", async () => {
    const added = { status: "membership", thread: "-100200", name: "The choir", is_group: true, is_in: true };
    expect(await changed(gone, there)).toMatchObject({ ...added, isGreeted: true });
    const channel = { ...GROUP, type: "channel" };
    expect(await changed(gone, { status: "administrator" }, channel)).not.toHaveProperty("isGreeted");
  });

  test("is told when it was removed, or blocked, with what to do", async () => {
    expect(await changed(there, { status: "kicked" })).toMatchObject({
      is_in: false,
      reason: expect.stringContaining("Add it again"),
    });
    expect(await changed(there, { status: "kicked" }, DIRECT)).toMatchObject({
      ...{ thread: "501", is_group: false, is_in: false },
      reason: expect.stringContaining("blocked the bot"),
    });
    const muted = { status: "restricted", is_member: true };
    expect(await changed(muted, { status: "restricted", is_member: false })).toMatchObject({ is_in: false });
  });

  test("is not what a change of its rights is about", async () => {
    expect(await changed(there, { status: "administrator" })).toMatchObject({ status: "ignored" });
  });
});

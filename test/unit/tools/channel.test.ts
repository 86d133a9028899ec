import { describe, expect, test } from "vitest";
import type { ChannelPort, DeliveryResult } from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import { createMessenger, type Reachable } from "../../../src/channels/messenger.ts";
import type { Channel, Notice, Source } from "../../../src/domain/inbound.ts";
import { createMessageTool } from "../../../src/tools/channel/message.ts";
import { createReactTool } from "../../../src/tools/channel/react.ts";
import { createTestChannel, onlyChannel } from "../../support/test-channel/channel.ts";
import { aContext, call, contentOf } from "./support.ts";

const talk = (id: string, channel: Channel, owner = "usr_owner", title = ""): Reachable => ({
  id,
  owner,
  channel,
  title,
});

/** A house with these conversations, oldest first, where Telegram is set up. */
function houseOf(conversations: Reachable[], telegram: Partial<ChannelPort> = {}) {
  const received: { conversation: string; notice: Notice }[] = [];
  const port = { ...createTestChannel({ name: "telegram" }), ...telegram };
  const messenger = createMessenger({
    kinds: CHANNELS,
    channels: onlyChannel("telegram", port),
    conversation: async (id) => conversations.find((one) => one.id === id),
    newest: async (owner, on, except) =>
      conversations.findLast(
        (one) => one.owner === owner && on.includes(one.channel as Channel) && one.id !== except,
      ),
    channelsOf: async (owner) => conversations.flatMap((one) => (one.owner === owner ? [one.channel] : [])),
    async deliver(conversation, owner, notice) {
      const found = conversations.find((one) => one.id === conversation);
      if (found?.owner !== owner) return undefined;
      received.push({ conversation, notice });
      return { status: "accepted", turn_id: null, message_id: "msg_1", seq: 1 };
    },
    async begin({ key }) {
      const begun = talk(`cnv_begun_${key}`, "web", "usr_owner", "Tea");
      conversations.push(begun);
      return begun;
    },
  });
  return { received, tool: createMessageTool(messenger), react: createReactTool(messenger) };
}

const here = aContext().conversation_id;

describe("message", () => {
  test("says an agent's words in another conversation, under its name and the call's own key", async () => {
    const { received, tool } = houseOf([talk("cnv_other1", "web", "usr_owner", "Plans")]);
    expect(await contentOf(tool, { to: "cnv_other1", text: "Tea is ready." })).toBe(
      'Sent to the web app, "Plans".',
    );
    expect(received).toEqual([
      {
        conversation: "cnv_other1",
        notice: {
          type: "notice",
          key: `said:${here}:trn_1/call_1`,
          source: { channel: "system", sender: here },
          text: "Tea is ready.",
          spoken_by: { agent: "nightjar", author: "Nightjar" },
        },
      },
    ]);
  });

  test("on the web finds the newest other conversation, and begins one where there is none", async () => {
    const some = houseOf([talk("cnv_old111", "cli"), talk("cnv_new111", "web"), talk(here, "web")]);
    await call(some.tool, { to: "web", text: "hi" });
    expect(some.received[0]?.conversation).toBe("cnv_new111");
    const none = houseOf([talk(here, "web")]);
    expect(await contentOf(none.tool, { to: "web", text: "Tea" })).toBe('Sent to the web app, "Tea".');
    expect(none.received[0]?.conversation).toBe("cnv_begun_trn_1/call_1");
  });

  test("on a chat channel goes to the newest conversation there", async () => {
    const { received, tool } = houseOf([talk("cnv_tele11", "telegram")]);
    expect(await contentOf(tool, { to: "telegram", text: "hi" })).toBe("Sent to Telegram.");
    expect(received[0]?.conversation).toBe("cnv_tele11");
  });

  test.each([
    ["a channel that is not set up", "slack", /Slack is not set up on this instance/],
    [
      "one where the person never wrote",
      "telegram",
      /no conversation on Telegram yet. The person has to write/,
    ],
    ["somebody else's conversation", "cnv_theirs", /There is no conversation cnv_theirs of this person/],
    ["one that is gone", "cnv_gone11", /There is no conversation cnv_gone11/],
    ["one on a channel that is not set up", "cnv_slack1", /Slack is not set up/],
    ["this conversation", here, /That is this conversation/],
    ["a name that means nothing", "mallory", /mallory is not a place/],
    ["a name that every object knows", "constructor", /constructor is not a place/],
  ])("to %s is an error that says what to do", async (_name, to, problem) => {
    const { received, tool } = houseOf([
      talk("cnv_theirs", "web", "usr_other"),
      talk("cnv_slack1", "slack"),
      talk(here, "web"),
    ]);
    const content = await contentOf(tool, { to, text: "hi" });
    expect(content).toMatch(problem);
    expect(content).toMatch(/^error: .*Places to send to: web, or a conversation's id\.$/);
    expect(received).toEqual([]);
  });
});

describe("react", () => {
  const from = (source: Source) => aContext({ source });
  const shown: unknown[] = [];
  const react = async (reaction: { to: Source; emoji: string }): Promise<DeliveryResult> => {
    shown.push(reaction);
    return reaction.emoji === "👎"
      ? { status: "failed", reason: "Telegram knows no such reaction." }
      : { status: "sent", platform_id: null };
  };

  test("shows an emoji at the message on a chat channel", async () => {
    const { react: tool } = houseOf([], { react });
    const to: Source = { channel: "telegram", sender: "ann", thread: "7", message: "41" };
    expect(await contentOf(tool, { emoji: "👍" }, from(to))).toBe("Reacted with 👍.");
    expect(shown).toEqual([{ to, emoji: "👍" }]);
    expect(await contentOf(tool, { emoji: "👎" }, from(to))).toBe("error: Telegram knows no such reaction.");
  });

  test("is shown by the web app, and says where nothing shows it", async () => {
    const { react: tool } = houseOf([]);
    expect(await contentOf(tool, { emoji: "👍🏽" })).toBe("Reacted with 👍🏽.");
    const cases: [Source, RegExp][] = [
      [{ channel: "http", sender: "x" }, /HTTP doesn't show/],
      [{ channel: "slack", sender: "x", thread: "1", message: "2" }, /Slack is not set up/],
      [{ channel: "telegram", sender: "x", thread: "1", message: "2" }, /Telegram doesn't accept reactions/],
    ];
    for (const [source, problem] of cases)
      expect(await contentOf(tool, { emoji: "👍" }, from(source))).toMatch(problem);
  });

  test("is one emoji, with or without what asks for its colours", async () => {
    const { react: tool } = houseOf([]);
    for (const emoji of ["❤", "❤️"]) expect(await contentOf(tool, { emoji })).toBe(`Reacted with ${emoji}.`);
    for (const emoji of ["x", "👍👍", "<b>", ""]) expect(await contentOf(tool, { emoji })).toMatch(/^error/);
  });
});

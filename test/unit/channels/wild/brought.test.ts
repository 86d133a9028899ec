import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboundOfMessage } from "../../../../src/channels/discord/messages.ts";
import { threadBefore } from "../../../../src/channels/discord/thread-before.ts";
import { writtenMessage } from "../../../../src/channels/discord/wire.ts";
import { slackChannel } from "../../../../src/channels/slack/port.ts";
import { whatsappChannel } from "../../../../src/channels/whatsapp/port.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import card from "../../../fixtures/wild/discord-embed.json" with { type: "json" };
import forward from "../../../fixtures/wild/discord-forward.json" with { type: "json" };
import poll from "../../../fixtures/wild/discord-poll.json" with { type: "json" };
import slackForward from "../../../fixtures/wild/slack-forward.json" with { type: "json" };
import slackForwardAlone from "../../../fixtures/wild/slack-forward-alone.json" with { type: "json" };
import begun from "../../../fixtures/wild/slack-thread-begun-before.json" with { type: "json" };
import link from "../../../fixtures/wild/telegram-text-link.json" with { type: "json" };
import flow from "../../../fixtures/wild/whatsapp-flow-answer.json" with { type: "json" };
import unsupported from "../../../fixtures/wild/whatsapp-unsupported.json" with { type: "json" };
import { eventSent, webhookOf } from "../../../support/slack/sent.ts";
import { BOT, type SlackServer, startSlack } from "../../../support/slack/server.ts";
import { webhookOf as fromMeta, messagesSent } from "../../../support/whatsapp/sent.ts";
import { NUMBER } from "../../../support/whatsapp/server.ts";
import { parsed as fromTelegram } from "../telegram/reader.ts";

/** Words that the model is given, and whose the quoted ones are. */
function given({ parts, attachments = [] }: UserMessage) {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part] : []));
  return {
    own: texts.filter(({ source }) => source === undefined).map(({ text }) => text),
    quoted: texts.filter(({ source }) => source !== undefined).map(({ text, source }) => [source, text]),
    files: attachments.map(({ name }) => name),
  };
}

describe("Slack", () => {
  const NOW = 1_800_000_000_000;
  let slack: SlackServer;
  beforeAll(async () => {
    slack = await startSlack();
  });
  afterAll(() => slack.close());

  async function read(event: object): Promise<UserMessage | undefined> {
    const app = {
      token: BOT.token,
      secret: BOT.secret,
      base: `${slack.url}/api`,
      account: "",
      app_token: undefined,
      streaming: "on" as const,
    };
    const port = slackChannel(app, { files: { read: async () => undefined }, now: () => NOW });
    const result = await port.parse(webhookOf(eventSent(event, NOW)));
    const [inbound] = result.status === "inbound" ? result.inbounds : [];
    return inbound?.type === "user_message" ? inbound : undefined;
  }

  const written = { channel: "D0MONA", user: "U0MONA", ts: "9.000001" };
  const words = "The pump in hall 3 stopped at 14:20, valve B is closed.";

  test("a forwarded message is read, with and without words, as its author's", async () => {
    const said = await read({ ...written, ...slackForward.slack_event });
    expect(said && given(said)).toEqual({
      own: ["please deal with this"],
      quoted: [["Ana in #incidents, forwarded", words]],
      files: [],
    });
    const alone = await read({ ...written, ...slackForwardAlone.slack_event });
    expect(alone && given(alone)).toMatchObject({
      own: [],
      quoted: [["Ana in #incidents, forwarded", words]],
    });
  });

  test("cards, files of forwarded messages, and words in blocks alone are read", async () => {
    const attachments = [
      {
        service_name: "GitHub",
        title: "Issue 7",
        title_link: "https://g.example/7",
        fields: [{ title: "State", value: "open" }],
      },
      {
        is_share: true,
        text: "",
        author_name: "Ben",
        files: [{ id: "F0PLAN", name: "plan.txt", mimetype: "text/plain" }],
      },
    ];
    const shared = await read({ ...written, type: "message", text: "see", attachments });
    expect(shared && given(shared)).toEqual({
      own: ["see"],
      quoted: [["GitHub", "Issue 7 (https://g.example/7)\nState: open"]],
      files: ["plan.txt"],
    });
    const elements = [
      { type: "text", text: "look " },
      { type: "link", url: "https://a.example", text: "here" },
    ];
    const blocks = [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }];
    const inBlocks = await read({ ...written, type: "message", text: "", blocks });
    expect(inBlocks && given(inBlocks).own).toEqual(["look here (https://a.example)"]);
  });

  test("who calls the bot into a thread brings along what was said there, as others' words", async () => {
    const thread = begun.thread.map(({ text }, at) => ({
      channel: "C0TEAM",
      ts: `50.00000${at}`,
      thread_ts: at === 0 ? undefined : "50.000000",
      user: "U0MONA",
      text,
      blocks: [],
    }));
    slack.messages.push(...(thread as never[]));
    const event = {
      ...begun.slack_event,
      channel: "C0TEAM",
      user: "U0BEN",
      ts: "51.000000",
      thread_ts: "50.000000",
    };
    const said = await read(event);
    expect(said && given(said).quoted).toEqual(
      begun.thread.map(({ text }) => ["Mona, earlier in this thread", text]),
    );
    expect(said?.parts.at(-1)).toMatchObject({ text: expect.stringContaining("make a ticket of this") });
  });

  test("an edit comes as one, with the same key each time; a card that Slack adds does not", async () => {
    const edited = (text: string, before: string, isEdit = true) => ({
      type: "message",
      subtype: "message_changed",
      channel: "D0MONA",
      ts: "12.000001",
      message: {
        user: "U0MONA",
        text,
        ts: "9.000001",
        ...(isEdit && { edited: { user: "U0MONA", ts: "12.000000" } }),
      },
      previous_message: { user: "U0MONA", text: before, ts: "9.000001" },
    });
    expect(await read(edited("on Monday", "on Sunday"))).toMatchObject({
      key: "slack:D0MONA:9.000001:12.000000",
      edits: "slack:D0MONA:9.000001:",
      parts: [{ text: "[The sender has edited a message; it now reads:]\non Monday" }],
    });
    expect(await read(edited("same", "same"))).toBeUndefined();
    expect(await read(edited("other", "before", false))).toBeUndefined();
  });

  test("a direct message without anything to read is not passed over", async () => {
    const lost = { ...written, type: "message", text: "", files: [{ id: "F0LOST", mode: "tombstone" }] };
    const said = await read(lost);
    expect(said && given(said).own[0]).toContain("a file that Slack no longer gives");
  });
});

describe("Discord", () => {
  const author = { id: "111", username: "mona" };
  const read = (fields: object) => {
    const message = writtenMessage.parse({ id: "700", channel_id: "6", author, ...fields });
    const inbound = inboundOfMessage(message, { bot_id: "999", account: "" });
    return inbound && given(inbound);
  };

  test("forwarded messages are read with their files", () => {
    expect(read(forward.discord_message)).toEqual({
      own: [],
      quoted: [["somebody, forwarded", "The pump in hall 3 stopped at 14:20.\n[file: plan.txt]"]],
      files: ["plan.txt"],
    });
  });

  test("cards and polls are read", () => {
    expect(read(card.discord_message)).toEqual({
      own: ["what is this?"],
      quoted: [["a card", "Incident 88\nPump stopped\nHall: 3"]],
      files: [],
    });
    expect(read(poll.discord_message)?.own).toEqual(["[Poll: Where do we eat? — Pizza / Curry]"]);
  });

  describe("in a thread that the bot is called into", () => {
    const ana = { id: "222", username: "ana" };
    const called = { id: "9", channel_id: "6", guild_id: "5", author, mentions: [{ id: "999" }] };
    const wordsBefore = (messages: unknown, type = 11, fields: object = {}) => {
      const answer = async ({ path }: { path: string }) =>
        ({ status: "ok", body: path.includes("/messages?before=9&") ? messages : { type } }) as const;
      return threadBefore({ send: answer }, writtenMessage.parse({ ...called, ...fields }), "999");
    };
    const said = (content: string, more: object = {}) => ({ id: "8", content, author: ana, ...more });

    test("the words before the mention are read as their authors'", async () => {
      const starter = { id: "6", type: 21, author, referenced_message: said("The pump stopped.") };
      const closed = said("", { attachments: [{ id: "1", filename: "valve.png", url: "https://x" }] });
      expect(await wordsBefore([said("Valve B is closed."), closed, { odd: true }, starter])).toEqual(
        ["The pump stopped.", "[file: valve.png]", "Valve B is closed."].map((text) => ({
          type: "text",
          text,
          source: "ana, earlier in this thread",
        })),
      );
    });

    test.each([
      ["outside threads", [said("Elsewhere")], 0, {}],
      ["where the bot has spoken", [said("A", { author: { id: "999" } }), said("B")], 11, {}],
      ["without a mention", [said("A")], 11, { mentions: [] }],
      ["when Discord says nothing useful", { message: "Missing Access" }, 11, {}],
    ])("nothing is read %s", async (_, messages, type, fields) => {
      expect(await wordsBefore(messages, type, fields)).toEqual([]);
    });
  });

  test("what somebody replies to is read as its author's; their own words as theirs", () => {
    const referenced_message = {
      id: "5",
      content: "The pump stopped.",
      author: { id: "222", username: "ana" },
    };
    expect(read({ type: 19, content: "fix it", referenced_message })).toMatchObject({
      own: ["fix it"],
      quoted: [["ana, replied to", "The pump stopped."]],
    });
    const own = { ...referenced_message, author };
    expect(read({ type: 19, content: "this", referenced_message: own })).toMatchObject({
      own: ["In reply to what I wrote before: The pump stopped.\n", "this"],
      quoted: [],
    });
  });

  test("an odd card costs itself; a message of an unknown kind gets an answer in direct chats alone", () => {
    expect(read({ content: "hi", embeds: ["odd", { title: 5, description: "kept" }] })).toMatchObject({
      own: ["hi"],
      quoted: [["a card", "kept"]],
    });
    expect(read({ content: "" })?.own[0]).toContain("cannot be read here");
    expect(read({ content: "", guild_id: "1" })).toBeUndefined();
  });
});

describe("WhatsApp", () => {
  const port = whatsappChannel({ ...NUMBER, base: "http://127.0.0.1:1" }, { read: async () => undefined });
  async function read(message: object) {
    const result = await port.parse(fromMeta(messagesSent({ id: "wamid.1", ...message })));
    const [inbound] = result.status === "inbound" ? result.inbounds : [];
    return inbound?.type === "user_message" ? given(inbound) : undefined;
  }

  test("a form's answers are read", async () => {
    expect((await read(flow.whatsapp_message))?.own).toEqual(["[A form was filled in]\nday: Monday"]);
  });

  test.each([
    unsupported.whatsapp_message,
    { type: "unsupported" },
    { type: "hologram", hologram: {} },
    { type: "text", text: { body: 5 } },
  ])("a message of an unread kind gets an answer: %o", async (message) => {
    expect((await read(message))?.own[0]).toContain("cannot be read here");
  });

  test("an order and an advertisement are read", async () => {
    const order = { text: "soon, please", product_items: [{ product_retailer_id: "tea", quantity: 2 }] };
    expect((await read({ type: "order", order }))?.own).toEqual(["[Order: 2 × tea]\nsoon, please"]);
    const referral = { headline: "Tea", source_url: "https://ad.example" };
    expect(await read({ type: "text", text: { body: "how much?" }, referral })).toMatchObject({
      own: ["how much?"],
      quoted: [["an advertisement, written from", "Tea\nhttps://ad.example"]],
    });
  });
});

describe("Telegram", () => {
  const person = { id: 7, first_name: "Mona" };
  const chat = { id: 7, type: "private" };
  async function read(fields: object) {
    const result = await fromTelegram({
      message: { message_id: 30, date: 1, chat, from: person, ...fields },
    });
    const [inbound] = result.status === "inbound" ? result.inbounds : [];
    return inbound?.type === "user_message" ? given(inbound) : undefined;
  }
  const other = { message_id: 20, from: { id: 8, first_name: "Ana" }, chat };

  test("addresses behind words are read: in a text, a caption, a forward and what is replied to", async () => {
    const message = link.telegram_message;
    const linked = "see here (https://example.org/plan) and ask Ana";
    expect((await read(message))?.own).toEqual([linked]);
    const forward_origin = { type: "hidden_user", sender_user_name: "Ben" };
    expect((await read({ ...message, forward_origin }))?.quoted).toEqual([["Ben, forwarded", linked]]);
    expect((await read({ text: "what?", reply_to_message: { ...other, ...message } }))?.quoted).toEqual([
      ["Ana, replied to", linked],
    ]);
    const photo = [{ file_id: "f1" }];
    const caption = {
      caption: "🎈 a",
      caption_entities: [{ type: "text_link", offset: 3, length: 1, url: "https://b.example" }],
    };
    expect(await read({ photo, ...caption })).toMatchObject({
      own: ["🎈 a (https://b.example)"],
      files: ["photo-30.jpg"],
    });
  });

  test("the file of a message that is answered comes along, and so does what stands in another chat", async () => {
    const document = { file_id: "f2", file_name: "plan.pdf", mime_type: "application/pdf" };
    expect((await read({ text: "sum it up", reply_to_message: { ...other, document } }))?.files).toEqual([
      "plan.pdf",
    ]);
    const external_reply = {
      origin: { type: "channel", chat: { id: -1, type: "channel", title: "News" } },
      document,
    };
    expect(await read({ text: "and this?", external_reply })).toMatchObject({
      own: ["and this?"],
      quoted: [["News in another chat, replied to", "[document]"]],
      files: ["plan.pdf"],
    });
  });

  test.each([
    [{ story: { chat: { id: 5, type: "channel", title: "News" }, id: 1 } }, "[Story of News"],
    [{ checklist: { title: "Trip", tasks: [{ id: 1, text: "tent" }] } }, "[Checklist: Trip — tent]"],
    [{ paid_media: { star_count: 1, paid_media: [] } }, 'the kind "paid media", which cannot be read here'],
    [{ hologram_v2: {} }, 'the kind "hologram v2", which cannot be read here'],
  ])("each message in a direct chat gets an answer: %o", async (fields, words) => {
    expect((await read(fields))?.own[0]).toContain(words);
  });

  test("reports that nobody wrote get none", async () => {
    for (const report of [{ pinned_message: other }, { new_chat_title: "x" }, { video_chat_started: {} }])
      expect(await read(report)).toBeUndefined();
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChannelPort, ParsedWebhook } from "../../../../src/channels/channel.ts";
import { senderIn, whyNotHere } from "../../../../src/channels/slack/inbound/installation.ts";
import { slackChannel } from "../../../../src/channels/slack/port.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import { eventSent, formSent, type Sent, signed, webhookOf } from "../../../support/slack/sent.ts";
import { BOT, HOME, type SlackServer, startSlack } from "../../../support/slack/server.ts";

const NOW = 1_800_000_000_000;
/** As models name theirs. */
const CALL = "functions.ask_user:0";
const files = { read: async () => undefined };
let slack: SlackServer;
let port: ChannelPort;
beforeAll(async () => {
  slack = await startSlack();
  const app = {
    token: BOT.token,
    secret: BOT.secret,
    base: `${slack.url}/api`,
    account: "",
    app_token: undefined,
    streaming: "on" as const,
  };
  port = slackChannel(app, { files, now: () => NOW });
});
afterAll(() => slack.close());

async function parsed(sent: Sent): Promise<ParsedWebhook> {
  const request = webhookOf(sent);
  expect(await port.verify(request)).toEqual({ ok: true });
  return port.parse(request);
}

async function read(event: object): Promise<UserMessage> {
  const result = await parsed(eventSent(event, NOW));
  const [inbound] = result.status === "inbound" ? result.inbounds : [];
  if (inbound?.type !== "user_message") throw new Error(JSON.stringify(result));
  return inbound;
}

const direct = { type: "message", channel: "D0MONA", channel_type: "im", user: "U0MONA", ts: "1.000001" };
const group = { ...direct, channel: "C0TEAM", channel_type: "channel" };

test("the address is confirmed by its challenge", async () => {
  const sent = signed(
    JSON.stringify({ type: "url_verification", challenge: "abc" }),
    "application/json",
    NOW,
  );
  expect(await parsed(sent)).toEqual({ status: "answer", content_type: "text/plain", body: "abc" });
});

test.each([
  ["forged", { "x-slack-signature": `v0=${"0".repeat(64)}` }],
  ["unsigned", { "x-slack-signature": "" }],
  ["of another version", { "x-slack-signature": "v1=00" }],
  ["without a time", { "x-slack-request-timestamp": "" }],
])("what is %s is refused", async (_how, headers) => {
  const sent = eventSent({ ...direct, text: "hi" }, NOW);
  expect(await port.verify(webhookOf({ ...sent, headers: { ...sent.headers, ...headers } }))).toMatchObject({
    ok: false,
  });
});

test("what was signed more than five minutes ago, or will be, is refused; a byte more or less as well", async () => {
  const verdict = (sent: Sent) => port.verify(webhookOf(sent));
  const event = { ...direct, text: "ünï 🎈" };
  expect(await verdict(eventSent(event, NOW - 299_000))).toEqual({ ok: true });
  expect(await verdict(eventSent(event, NOW - 301_000))).toMatchObject({ ok: false });
  expect(await verdict(eventSent(event, NOW + 302_000))).toMatchObject({ ok: false });
  const whole = eventSent(event, NOW);
  expect(await verdict({ ...whole, body: whole.body.slice(0, -1) })).toMatchObject({ ok: false });
});

test("a direct message is one thread, and is meant for the agent", async () => {
  const said = await read({
    ...direct,
    text: "Is 2 &lt; 3 &amp; <https://a.example|that>?",
    thread_ts: "0.000009",
  });
  expect(said).toEqual({
    type: "user_message",
    reply_to: "0.000009",
    sent_at: 1_000,
    key: "slack:D0MONA:1.000001",
    source: { channel: "slack", sender: "U0MONA", thread: "D0MONA", message: "1.000001" },
    parts: [{ type: "text", text: "Is 2 < 3 & that (https://a.example)?" }],
    is_addressed: true,
  });
});

test("a mention and the message that it is are one and the same, in a thread that begins there", async () => {
  const text = `<@${BOT.user}>: ask <@U0BOB|bob> in <#C1|general> <!here>`;
  const mention = await read({ ...group, type: "app_mention", channel_type: undefined, text });
  expect(mention).toMatchObject({
    source: { thread: "C0TEAM:1.000001", is_group: true, sender_name: "Mona" },
    parts: [{ text: "ask @bob in #general @here" }],
    is_addressed: true,
  });
  expect(await read({ ...group, text })).toEqual(mention);
});

test("among people only its own threads are meant for it", async () => {
  const reply = { ...group, ts: "3.000001", thread_ts: "2.000001", text: "and then?" };
  for (const event of [{ ...group, text: "lunch?" }, reply])
    expect(await read(event)).not.toHaveProperty("is_addressed");
  expect(await read({ ...reply, parent_user_id: BOT.user })).toMatchObject({
    source: { thread: "C0TEAM:2.000001" },
    is_addressed: true,
  });
  const post = {
    channel: "C0TEAM",
    ts: "5.000001",
    thread_ts: "4.000001",
    user: BOT.user,
    text: "I said",
    blocks: [],
  };
  slack.messages.push(post);
  expect(await read({ ...reply, thread_ts: "4.000001" })).toMatchObject({
    source: { thread: "C0TEAM:4.000001" },
    is_addressed: true,
  });
});

test.each([
  ["its own words", { ...direct, user: BOT.user, text: "hi" }],
  ["another bot's", { ...direct, bot_id: "B01", text: "hi" }],
  ["Slackbot's", { ...direct, user: "USLACKBOT", text: "hi" }],
  ["a changed message", { ...direct, subtype: "message_changed", text: "hi" }],
  ["a deleted one", { ...direct, subtype: "message_deleted" }],
  ["somebody who came", { ...group, subtype: "channel_join", text: "came" }],
  ["another event", { type: "reaction_added", user: "U0MONA" }],
  ["nothing said", { ...group, text: "  " }],
  ["a channel that is none", { ...direct, channel: "../../x", text: "hi" }],
])("%s is ignored", async (_what, event) => {
  expect(await parsed(eventSent(event, NOW))).toMatchObject({ status: "ignored" });
});

test("files are named by their ids, and a clip that was spoken is marked as voice", async () => {
  const shared = [
    { id: "F01", name: "a.png", mimetype: "image/png", size: 12, url_private: "https://evil.example/a" },
    { id: "F02", name: "clip.m4a", mimetype: "audio/mp4", subtype: "slack_audio", size: 9 },
    { id: "F03", mode: "tombstone" },
  ];
  const said = await read({ ...direct, subtype: "file_share", text: "", files: shared });
  expect(said.parts).toEqual([]);
  expect(said.attachments).toEqual([
    { ref: "F01", type: "image", name: "a.png", media_type: "image/png", size: 12 },
    { ref: "F02", type: "audio", name: "clip.m4a", media_type: "audio/mp4", size: 9, is_voice: true },
  ]);
});

test("a command is said to the agent, keeps its way back, and is shown at once", async () => {
  const fields = {
    command: "/nightjar",
    user_id: "U0MONA",
    user_name: "mona",
    channel_id: "C0TEAM",
    trigger_id: "t.1",
  };
  const response_url = `${slack.url}/response/1`;
  expect(await parsed(formSent({ ...fields, text: "what is new?", response_url }, NOW))).toEqual({
    status: "inbound",
    answer: { content_type: "application/json", body: '{"response_type":"in_channel"}' },
    refused: expect.any(Function),
    inbounds: [
      {
        type: "user_message",
        key: "slack:command:t.1",
        source: {
          channel: "slack",
          is_group: true,
          sender: "U0MONA",
          sender_name: "mona",
          thread: "C0TEAM",
          reply_token: response_url,
        },
        parts: [{ type: "text", text: "what is new?" }],
        is_addressed: true,
      },
    ],
  });
  const empty = await parsed(formSent({ ...fields, text: " " }, NOW));
  expect(empty).toMatchObject({ status: "answer", body: expect.stringContaining("ephemeral") });
});

function press(value: unknown, channel = "C0TEAM", origin: object = {}): Sent {
  const payload = {
    type: "block_actions",
    team: { id: HOME.team },
    api_app_id: HOME.app,
    user: { id: "U0MONA", username: "mona", team_id: HOME.team },
    ...origin,
    channel: { id: channel },
    message: { ts: "7.000001" },
    response_url: "https://hooks.slack.com/actions/T0ACME/1/2",
    actions: [{ action_id: "answer-0", value: JSON.stringify(value), action_ts: "9.1" }],
  };
  return formSent({ payload: JSON.stringify(payload) }, NOW);
}

test("a button answers in the thread that it stands in", async () => {
  const thread = "C0TEAM:2.000001";
  const base = {
    key: "slack:press:C0TEAM:7.000001:9.1",
    source: {
      thread,
      is_group: true,
      sender_name: "mona",
      reply_token: "https://hooks.slack.com/actions/T0ACME/1/2",
    },
  };
  const answer = { content_type: "text/plain", body: "" };
  expect(await parsed(press(["question", CALL, thread, "Blue"]))).toMatchObject({
    inbounds: [{ ...base, type: "tool_result", call_id: CALL, content: "Blue" }],
    answer,
  });
  expect(await parsed(press(["approval", CALL, thread, "always"]))).toMatchObject({
    inbounds: [{ ...base, type: "decision", call_id: CALL, decision: "always" }],
    answer,
  });
});

test.each([
  ["of another channel", press(["question", CALL, "C0OTHER:1.1", "Blue"])],
  ["with a decision that there is not", press(["approval", CALL, "C0TEAM", "constructor"])],
  ["of no call", press(["approval", "", "C0TEAM", "deny"])],
  ["of somebody else", press("hi")],
])("a button %s is ignored", async (_what, sent) => {
  expect(await parsed(sent)).toMatchObject({ status: "ignored" });
});

test("what is no event of Slack is ignored, however it is made", async () => {
  for (const body of ["", "{", "[]", "null", '{"type":"event_callback"}', `${"[".repeat(5_000)}`])
    expect(await parsed(signed(body, "application/json", NOW))).toMatchObject({ status: "ignored" });
  expect(await parsed(formSent({ payload: "{" }, NOW))).toMatchObject({ status: "ignored" });
  expect(await parsed(formSent({}, NOW))).toMatchObject({ status: "ignored" });
});

describe("the same id in two workspaces is not the same person", () => {
  const OTHER = "T0OTHER";
  const decision = ["approval", CALL, "C0TEAM", "always"];
  const slash = {
    command: "/nightjar",
    user_id: "U0MONA",
    channel_id: "C0TEAM",
    trigger_id: "t.2",
    text: "hi",
  };

  test("who writes in a shared channel is named with the workspace that they belong to", async () => {
    const text = `<@${BOT.user}> hi`;
    const sender = async (more: object) => (await read({ ...group, text, ...more })).source.sender;
    expect(await sender({ team: HOME.team })).toBe("U0MONA");
    expect(await sender({ team: OTHER })).toBe("T0OTHER:U0MONA");
    expect(await sender({ team: HOME.team, user_team: OTHER, source_team: OTHER })).toBe("T0OTHER:U0MONA");
  });

  test("who presses a button there as well", async () => {
    const user = { id: "U0MONA", username: "mona", team_id: OTHER };
    expect(await parsed(press(decision, "C0TEAM", { user }))).toMatchObject({
      inbounds: [{ source: { sender: "T0OTHER:U0MONA" } }],
    });
  });

  test.each([
    ["an event of another workspace", eventSent({ ...direct, text: "hi" }, NOW, { team_id: OTHER })],
    ["an event of another app", eventSent({ ...direct, text: "hi" }, NOW, { api_app_id: "A0OTHER" })],
    ["a button in another workspace", press(decision, "C0TEAM", { team: { id: OTHER } })],
    ["a button of another app", press(decision, "C0TEAM", { api_app_id: "A0OTHER" })],
    ["a command in another workspace", formSent({ ...slash, team_id: OTHER }, NOW)],
    ["a command of another app", formSent({ ...slash, api_app_id: "A0OTHER" }, NOW)],
  ])("%s is ignored", async (_what, sent) => {
    expect(await parsed(sent)).toMatchObject({
      status: "ignored",
      reason: expect.stringContaining("another"),
    });
  });

  test("within one enterprise ids are those of all its workspaces", () => {
    const home = { team: "T1", enterprise: "E1", app: undefined };
    const origin = { team: "T2", enterprise: "E1", app: undefined };
    expect(whyNotHere(home, origin)).toBeUndefined();
    expect(senderIn(home, "U1", { team: "T2", of: "T2" })).toBe("U1");
    expect(whyNotHere(home, { ...origin, enterprise: "E2" })).toContain("another workspace");
  });
});

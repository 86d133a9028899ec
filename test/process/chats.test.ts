/** Slack and WhatsApp, the whole way: webhooks over HTTP to a real instance, and answers to servers with the platforms' rules. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";
import { eventSent, formSent } from "../support/slack/sent.ts";
import { BOT, type SlackServer, startSlack } from "../support/slack/server.ts";
import { messagesSent } from "../support/whatsapp/sent.ts";
import { NUMBER, startWhatsApp, type WhatsAppServer } from "../support/whatsapp/server.ts";

let model: ScriptedModel;
let slack: SlackServer;
let whatsapp: WhatsAppServer;
let nightjar: Nightjar;
beforeAll(async () => {
  model = await ScriptedModel.start();
  slack = await startSlack();
  whatsapp = await startWhatsApp();
  nightjar = await startNightjar({
    launcher: "runtime",
    vars: {
      ...model.vars,
      SLACK_ACCESS: "open",
      SLACK_BOT_TOKEN: BOT.token,
      SLACK_SIGNING_SECRET: BOT.secret,
      SLACK_API_BASE: `${slack.url}/api`,
      WHATSAPP_ACCESS: "open",
      WHATSAPP_TOKEN: NUMBER.token,
      WHATSAPP_PHONE_ID: NUMBER.phone_id,
      WHATSAPP_APP_SECRET: NUMBER.app_secret,
      WHATSAPP_VERIFY_TOKEN: NUMBER.verify_token,
      WHATSAPP_API_BASE: whatsapp.url,
      WHATSAPP_TEMPLATE: "come_back:en_US",
    },
  });
  // Nobody there is known to the house: its agent talks to everyone.
  await nightjar.request("PATCH", "/agents/nightjar", { audience: "everyone" });
});
afterEach(() => {
  slack.messages.length = 0;
  whatsapp.messages.length = 0;
  slack.isFixed = false;
});
afterAll(async () => {
  await nightjar?.dispose();
  model?.close();
  await slack?.close();
  await whatsapp?.close();
});

async function hook(channel: string, sent: { headers: Record<string, string>; body: string }) {
  const response = await fetch(`${nightjar.url}/webhooks/${channel}`, { method: "POST", ...sent });
  return { status: response.status, text: await response.text() };
}

const DIRECT = { type: "message", channel: "D0MONA", channel_type: "im", user: "U0MONA" };
const QUESTION = { question: "Which colour?", options: ["Red", "Blue"] };

it("on Slack a mention is answered in its thread, once, and a button goes on with the turn", async () => {
  const before = model.requests.length;
  model.script((reply) => reply.tool("ask_user", QUESTION));
  const event = {
    channel: "C0TEAM",
    channel_type: "channel",
    user: "U0MONA",
    ts: "1.000001",
    text: `<@${BOT.user}> paint`,
  };
  const sent = [
    eventSent({ ...event, type: "app_mention" }, Date.now()),
    eventSent({ ...event, type: "message" }, Date.now()),
  ];
  for (const each of [...sent, ...sent]) expect((await hook("slack", each)).status).toBe(200);
  const [question] = await slack.arrived(1);
  expect(question).toMatchObject({ channel: "C0TEAM", thread_ts: "1.000001" });
  const button = question?.blocks[1]?.elements?.[1];
  expect(button?.text.text).toBe("Blue");

  model.script((reply) => reply.text("**Blue** it is."));
  const payload = {
    type: "block_actions",
    user: { id: "U0MONA", username: "mona" },
    channel: { id: "C0TEAM" },
    message: { ts: question?.ts },
    actions: [{ action_id: "answer-1", value: button?.value, action_ts: "2.1" }],
  };
  const response_url = `${slack.url}/response/1`;
  const stranger = { ...payload, user: { id: "U0BOB" }, response_url };
  expect(await hook("slack", formSent({ payload: JSON.stringify(stranger) }, Date.now()))).toEqual({
    status: 200,
    text: "",
  });
  const [told] = await until(
    async () => slack.responses,
    ({ length }) => length > 0,
  );
  expect(JSON.parse(told ?? "")).toMatchObject({ response_type: "ephemeral", replace_original: false });
  const pressed = await hook("slack", formSent({ payload: JSON.stringify(payload) }, Date.now()));
  expect(pressed.status).toBe(200);
  const messages = await slack.arrived(2);
  expect(messages[1]).toMatchObject({ text: "*Blue* it is.", thread_ts: "1.000001" });
  expect(messages).toHaveLength(2);
  expect(model.requests).toHaveLength(before + 2);
  const forged = eventSent({ ...event, type: "message" }, Date.now());
  expect(await hook("slack", { ...forged, body: `${forged.body} ` })).toEqual({ status: 401, text: "" });
});

it("on Slack an answer grows in one message, and nothing half is left of one that cannot be changed any more", async () => {
  const before = slack.posted;
  const texts = () => slack.messages.map(({ text }) => text);
  model.script(async (reply) => {
    reply.text("Still");
    await slack.arrived(1);
    reply.text(" here.");
  });
  await hook("slack", eventSent({ ...DIRECT, ts: "3.000001", text: "There?" }, Date.now()));
  await until(
    async () => texts(),
    (shown) => shown.join() === "Still here.",
  );

  model.script(async (reply) => {
    reply.text("And");
    await slack.arrived(2);
    slack.isFixed = true;
    reply.text(" again.");
  });
  await hook("slack", eventSent({ ...DIRECT, ts: "4.000001", text: "Again?" }, Date.now()));
  await until(
    async () => texts(),
    (shown) => shown.join() === "Still here.,And again.",
  );
  expect(slack.posted).toBe(before + 3);
});

it("on WhatsApp a message is answered, and a button goes on with the turn", async () => {
  const before = model.requests.length;
  model.script((reply) => reply.tool("ask_user", QUESTION));
  const said = messagesSent({ id: "wamid.1", type: "text", text: { body: "paint 🎈" } });
  for (const each of [said, said]) expect((await hook("whatsapp", each)).status).toBe(200);
  const [question] = await whatsapp.arrived(1);
  const reply = question?.interactive?.action.buttons?.[1]?.reply;
  expect(reply?.title).toBe("Blue");

  model.script((answer) => answer.text("**Blue** it is."));
  const interactive = { type: "button_reply", button_reply: reply };
  const pressed = await hook("whatsapp", messagesSent({ id: "wamid.2", type: "interactive", interactive }));
  expect(pressed).toMatchObject({ status: 200, text: '{"receipts":["accepted"]}' });
  const messages = await whatsapp.arrived(2);
  expect(messages[1]).toMatchObject({ to: "4915900", text: { body: "*Blue* it is." } });
  expect(model.requests).toHaveLength(before + 2);
  // Whoever runs the instance is host to strangers' chats: what is for them alone goes to none of these.
  const wish = { name: "Digest", text: "Write it.", cron: "0 9 * * *", channel: "whatsapp" };
  const { id } = await nightjar.request<{ id: string }>("POST", "/schedules", wish);
  await nightjar.request("POST", `/schedules/${id}/run`, {});
  // That is told in the schedule's own conversation, before there is a chat of theirs on WhatsApp.
  const { last_run: failed } = await told(id, "sent");
  expect(failed).toMatchObject({ state: "failed" });
  expect(failed?.reason).toContain("There is no conversation on WhatsApp yet");
  expect(whatsapp.messages).toHaveLength(2);
  const challenge = `hub.mode=subscribe&hub.verify_token=${NUMBER.verify_token}&hub.challenge=42`;
  expect(await (await fetch(`${nightjar.url}/webhooks/whatsapp?${challenge}`)).text()).toBe("42");
});

it("on WhatsApp a voice message is written down before the agent reads it, once", async () => {
  const before = model.requests.length;
  whatsapp.files.set("77", { bytes: Buffer.from("buy some milk"), type: "audio/ogg; codecs=opus" });
  const audio = { id: "77", mime_type: "audio/ogg; codecs=opus", voice: true };
  const said = messagesSent({ id: "wamid.7", type: "audio", audio });
  expect(await hook("whatsapp", said)).toEqual({ status: 200, text: '{"receipts":["accepted"]}' });
  expect(await hook("whatsapp", said)).toEqual({ status: 200, text: '{"receipts":["duplicate"]}' });
  await whatsapp.arrived(1);
  expect(model.requests).toHaveLength(before + 1);
  expect(JSON.stringify(model.requests[before]?.messages)).toContain(
    "[voice message, transcribed]\\nbuy some milk",
  );
  expect(whatsapp.requests.filter(({ path }) => path.startsWith("/bytes/"))).toHaveLength(1);
});

const ANN = { slack: "U0ANN", number: "4915911" };
const onSlack = (ts: string, text: string) => {
  const event = { ...DIRECT, channel: "D0ANN", user: ANN.slack, ts: `${ts}.000001`, text };
  return hook("slack", eventSent(event, Date.now()));
};
const onWhatsApp = (id: string, text: string) => {
  const message = { id: `wamid.${id}`, from: ANN.number, type: "text", text: { body: text } };
  return hook("whatsapp", messagesSent(message));
};

const textsOnSlack = async () => slack.messages.map(({ text }) => text);
const textsOnWhatsApp = async () =>
  whatsapp.messages.map(({ type, text, template }) => text?.body ?? `${type} ${template?.name}`);

/** The one account that waits is the operator's. */
async function letIn(): Promise<void> {
  const { items } = await nightjar.request<{ items: { id: string }[] }>("GET", "/pairings");
  await nightjar.request("POST", `/pairings/${items[0]?.id}/approve`, { person_id: "admin" });
}

/** It is to be run by hand. */
async function scheduled(channel: string): Promise<string> {
  const wish = { name: "Digest", text: "Write the digest.", cron: "0 9 1 1 *", channel };
  return (await nightjar.request<{ id: string }>("POST", "/schedules", wish)).id;
}

const listed = async () =>
  (await nightjar.request<{ items: unknown[] }>("GET", "/conversations")).items.length;

interface LastRun {
  state: string;
  reason: string | null;
  delivery: string;
}

const told = (id: string, delivery: string) =>
  until(
    () => nightjar.request<{ last_run: LastRun | null }>("GET", `/schedules/${id}`),
    ({ last_run }) => last_run?.delivery === delivery,
  );

it("a schedule is told on Slack and on WhatsApp once, in whatever life, and after a day of silence when somebody writes", async () => {
  await nightjar.request("PATCH", "/channels/slack", { policy: "pairing" });
  await nightjar.request("PATCH", "/channels/whatsapp", { policy: "pairing" });
  await onSlack("15", "Hello?");
  await slack.arrived(1);
  await letIn();
  await slack.arrived(2);
  const { code } = await nightjar.request<{ code: string }>("POST", "/me/identities/codes", {});
  await onWhatsApp("15", `/link ${code}`);
  await whatsapp.arrived(1);
  const before = await listed();
  const [there, elsewhere] = [model.voice("On Slack"), model.voice("On WhatsApp")];
  await onSlack("16", "On Slack");
  await onWhatsApp("16", "On WhatsApp");
  await slack.arrived(3);
  await whatsapp.arrived(2);
  // Their entries in the list, by which schedules find them, are written behind the answers.
  await until(listed, (count) => count === before + 2);

  there.script(async (reply) => {
    reply.text("The d");
    await slack.arrived(4);
    reply.text("ig");
    return reply.forever();
  });
  elsewhere.script(async (reply) => {
    reply.text("The dig");
    return reply.forever();
  });
  const [first, second] = [await scheduled("slack"), await scheduled("whatsapp")];
  await nightjar.request("POST", `/schedules/${first}/run`, {});
  await nightjar.request("POST", `/schedules/${second}/run`, {});
  // Once it was edited, the instance had been told which message it is.
  await until(textsOnSlack, (texts) => texts[3] === "The dig");
  await elsewhere.requested(2);
  await nightjar.kill9();
  for (const voice of [there, elsewhere]) voice.script((reply) => reply.text("The digest."));
  await nightjar.start();
  await told(first, "sent");
  await told(second, "sent");
  expect((await textsOnSlack()).slice(2)).toEqual(["ok", "The digest."]);
  expect((await textsOnWhatsApp()).slice(1)).toEqual(["ok", "The digest."]);

  whatsapp.silent.add(ANN.number);
  elsewhere.script((reply) => reply.text("Another digest."));
  await nightjar.request("POST", `/schedules/${second}/run`, {});
  await told(second, "failed");
  whatsapp.silent.clear();
  elsewhere.script((reply) => reply.text("Welcome back."));
  await onWhatsApp("17", "I am back");
  await whatsapp.arrived(6);
  expect((await textsOnWhatsApp()).slice(3)).toEqual([
    "template come_back",
    "Another digest.",
    "Welcome back.",
  ]);
});

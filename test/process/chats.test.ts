/** Slack and WhatsApp, the whole way: webhooks over HTTP to a real instance, and answers to servers with the platforms' rules. */
import { afterEach, beforeEach, expect, it } from "vitest";
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
beforeEach(async () => {
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
    },
  });
  // Nobody there is known to the house: its agent talks to everyone.
  await nightjar.request("PATCH", "/agents/nightjar", { audience: "everyone" });
});
afterEach(async () => {
  await nightjar?.dispose();
  model?.close();
  await slack?.close();
  await whatsapp?.close();
});

async function hook(channel: string, sent: { headers: Record<string, string>; body: string }) {
  const response = await fetch(`${nightjar.url}/webhooks/${channel}`, { method: "POST", ...sent });
  return { status: response.status, text: await response.text() };
}

const QUESTION = { question: "Which colour?", options: ["Red", "Blue"] };

it("on Slack a mention is answered in its thread, once, and a button goes on with the turn", async () => {
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
  expect(model.requests).toHaveLength(2);
  const forged = eventSent({ ...event, type: "message" }, Date.now());
  expect(await hook("slack", { ...forged, body: `${forged.body} ` })).toEqual({ status: 401, text: "" });
});

it("on Slack an answer grows in one message, and nothing half is left of one that cannot be changed any more", async () => {
  const event = { type: "message", channel: "D0MONA", channel_type: "im", user: "U0MONA" };
  const texts = () => slack.messages.map(({ text }) => text);
  model.script(async (reply) => {
    reply.text("Still");
    await slack.arrived(1);
    reply.text(" here.");
  });
  await hook("slack", eventSent({ ...event, ts: "3.000001", text: "There?" }, Date.now()));
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
  await hook("slack", eventSent({ ...event, ts: "4.000001", text: "Again?" }, Date.now()));
  await until(
    async () => texts(),
    (shown) => shown.join() === "Still here.,And again.",
  );
  expect(slack.posted).toBe(3);
});

it("on WhatsApp a message is answered, and a button goes on with the turn", async () => {
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
  expect(model.requests).toHaveLength(2);
  // Whoever runs the instance is host to strangers' chats: what is for them alone goes to none of these.
  const wish = { name: "Digest", text: "Write it.", cron: "0 9 * * *", channel: "whatsapp" };
  const { id } = await nightjar.request<{ id: string }>("POST", "/schedules", wish);
  await nightjar.request("POST", `/schedules/${id}/run`, {});
  const told = await until(
    () => nightjar.request<{ last_run: { state: string; reason: string } }>("GET", `/schedules/${id}`),
    ({ last_run }) => last_run?.state === "failed",
  );
  expect(told.last_run.reason).toContain("There is no conversation on WhatsApp yet");
  expect(whatsapp.messages).toHaveLength(2);
  const challenge = `hub.mode=subscribe&hub.verify_token=${NUMBER.verify_token}&hub.challenge=42`;
  expect(await (await fetch(`${nightjar.url}/webhooks/whatsapp?${challenge}`)).text()).toBe("42");
});

it("on WhatsApp a voice message is written down before the agent reads it, once", async () => {
  whatsapp.files.set("77", { bytes: Buffer.from("buy some milk"), type: "audio/ogg; codecs=opus" });
  const audio = { id: "77", mime_type: "audio/ogg; codecs=opus", voice: true };
  const said = messagesSent({ id: "wamid.7", type: "audio", audio });
  expect(await hook("whatsapp", said)).toEqual({ status: 200, text: '{"receipts":["accepted"]}' });
  expect(await hook("whatsapp", said)).toEqual({ status: 200, text: '{"receipts":["duplicate"]}' });
  await whatsapp.arrived(1);
  expect(model.requests).toHaveLength(1);
  expect(JSON.stringify(model.requests[0]?.messages)).toContain(
    "[voice message, transcribed]\\nbuy some milk",
  );
  expect(whatsapp.requests.filter(({ path }) => path.startsWith("/bytes/"))).toHaveLength(1);
});

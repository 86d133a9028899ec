/** Chat bots connected in the app, whole: from an instance without any of their settings to an answer, and away again. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConnectionState, ConnectReply } from "../../src/contract/connections.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";
import { eventSent } from "../support/slack/sent.ts";
import { BOT, type SlackServer, startSlack } from "../support/slack/server.ts";
import { type SlackSocket, startSlackSocket } from "../support/slack/socket.ts";
import { startTelegram, type TelegramServer, WIRE_BOT } from "../support/telegram/server.ts";
import { message, update } from "../support/telegram/updates.ts";
import { TelegramWire } from "../support/telegram/wire.ts";

let model: ScriptedModel;
let telegram: TelegramServer;
let slack: SlackServer;
let socket: SlackSocket;
let nightjar: Nightjar;
beforeAll(async () => {
  [model, telegram, slack, socket] = await Promise.all([
    ScriptedModel.start(),
    startTelegram(),
    startSlack(),
    startSlackSocket(),
  ]);
  slack.socket_url = socket.url;
  nightjar = await startNightjar({
    vars: { ...model.vars, TELEGRAM_API_BASE: telegram.url, SLACK_API_BASE: `${slack.url}/api` },
    launcher: "runtime",
  });
});
afterAll(async () => {
  await nightjar?.dispose();
  model?.close();
  socket?.close();
  await Promise.all([telegram?.close(), slack?.close()]);
});

const connect = (name: string, values: Record<string, string>) =>
  nightjar.request<ConnectReply>("PUT", `/connections/${name}`, { values });

async function stateOf(name: string): Promise<string | undefined> {
  const { items } = await nightjar.request<{ items: ConnectionState[] }>("GET", "/connections");
  return items.find((each) => each.name === name)?.state;
}

/** A code of the first admin, for whoever sends it. */
async function newCode(): Promise<string> {
  return (await nightjar.request<{ code: string }>("POST", "/me/identities/codes", {})).code;
}

it("fetches a bot's messages from the moment its token is pasted, links its owner by a link, and lets go of it", async () => {
  const wire = new TelegramWire(telegram.url);
  const refused = await connect("telegram", { TELEGRAM_BOT_TOKEN: "7001:wrong-token_ABC" });
  expect(refused).toMatchObject({ is_kept: false, check: { status: "broken" } });
  expect(refused.connection.state).toBe("not_set");
  expect(await connect("telegram", { TELEGRAM_BOT_TOKEN: WIRE_BOT.token })).toMatchObject({
    is_kept: true,
    check: { name: "@wire_bot", is_fetched: true, open_url: "https://t.me/wire_bot?start=CODE" },
    connection: { state: "connected", values: { TELEGRAM_BOT_TOKEN: "_ABC" }, is_reachable: false },
  });

  model.script((reply) => reply.text("Hello in Telegram."));
  await wire.written(update({ message: message({ message_id: 1, text: `/start ${await newCode()}` }) }));
  expect((await wire.view({ count: 1 })).messages[0]?.text).toMatch(/^Linked/);
  await wire.written(update({ message: message({ message_id: 2, text: "Hello?" }) }));
  expect((await wire.view({ count: 2 })).messages[1]?.text).toBe("Hello in Telegram.");
  const asked = JSON.stringify(model.requests);
  expect(asked).toContain("[Connect web search](/connections#search)");
  expect(asked).not.toContain('"web_search"');

  interface Heard {
    channel: string;
    last_sender: string | null;
  }
  const heard = await until(
    async () => (await nightjar.request<{ items: Heard[] }>("GET", "/channels")).items,
    (items) => items.some(({ channel, last_sender }) => channel === "telegram" && last_sender !== null),
  );
  expect(heard.find(({ channel }) => channel === "telegram")?.last_sender).toBe("Mona Lee");
  await nightjar.request("DELETE", "/connections/telegram");
  expect(await stateOf("telegram")).toBe("not_set");
  expect((await wire.view()).calls.at(-1)?.method).toBe("deleteWebhook");
});

it("hears a Slack app over Socket Mode, acknowledges what it takes in, and hangs up when it is disconnected", async () => {
  const tokens = { SLACK_BOT_TOKEN: BOT.token, SLACK_APP_TOKEN: BOT.app_token };
  expect(await connect("slack", tokens)).toMatchObject({ is_kept: true, check: { is_fetched: true } });
  const direct = { type: "message", channel: "D0MONA", channel_type: "im", user: "U0MONA" };
  const write = (text: string, ts: string) =>
    socket.send("events_api", JSON.parse(eventSent({ ...direct, text, ts }, Date.now()).body));
  await write(`/link ${await newCode()}`, "1700000000.000101");
  expect((await slack.arrived(1))[0]?.text).toMatch(/^Linked/);
  model.script((reply) => reply.text("Hello in Slack."));
  await write("Hello?", "1700000000.000102");
  expect((await slack.arrived(2))[1]?.text).toBe("Hello in Slack.");
  expect(socket.acknowledged.map(({ envelope_id }) => envelope_id)).toEqual(["envelope-1", "envelope-2"]);
  await nightjar.request("DELETE", "/connections/slack");
  await until(
    async () => socket.open(),
    (open) => open === 0,
  );
});

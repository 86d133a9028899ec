/** Every way from outside: what the platform sends, signed as it signs, is answered where it came from. */
import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import type { ChatPlatform } from "../../../src/domain/chat-platforms.ts";
import { interactionOf } from "../../support/discord/app.ts";
import { BOT_USER } from "../../support/discord/gateway.ts";
import { until } from "../../support/process/until.ts";
import { eventSent } from "../../support/slack/sent.ts";
import { BOT } from "../../support/slack/server.ts";
import { DIRECT, message, update } from "../../support/telegram/updates.ts";
import { messagesSent } from "../../support/whatsapp/sent.ts";
import { MAIL_DOMAIN, type Stage } from "./stage.ts";

const DISCORD_EPOCH = Date.UTC(2015, 0, 1);
const ANSWER = "The heron is back.";

/** The model answers whoever asks this, once it is given these words too. */
function question({ model }: Stage, about: string, needed = ""): string {
  const isTold = (request: object) => JSON.stringify(request).includes(needed);
  model
    .voice(new RegExp(`news of ${about}`))
    .script((answer, request) => answer.text(isTold(request) ? ANSWER : "Of whom?"));
  return `Any news of ${about}?`;
}

interface Sent {
  headers: Headers | Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

async function post(stage: Stage, path: string, sent: Sent) {
  const response = await fetch(new URL(path, stage.nightjar.url), { method: "POST", ...sent });
  expect([path, Math.floor(response.status / 100)]).toEqual([path, 2]);
}

const CHATS: Record<ChatPlatform, (stage: Stage) => Promise<() => Promise<boolean>>> = {
  async telegram(stage) {
    const text = question(stage, "telegram");
    await stage.telegram.deliver(update({ message: message({ message_id: 2, text }) }));
    return async () => {
      const { messages } = await stage.telegram.view();
      return messages.some((each) => each.chat_id === DIRECT.id && each.text === ANSWER);
    };
  },
  async discord(stage) {
    const { gateway, discord } = stage;
    await gateway.until(() => gateway.calls.length > 0);
    const content = `<@${BOT_USER}> ${question(stage, "discord", "The pond froze.")}`;
    const author = { id: "77", username: "mona", global_name: "Mona" };
    const place = { id: "1175928847299117001", channel_id: "900", guild_id: "5", type: 0 };
    discord.threads.set("900", [
      { id: "1", content: "The pond froze.", author: { id: "78", username: "ana" } },
    ]);
    gateway.dispatch("MESSAGE_CREATE", { ...place, content, author, mentions: [{ id: BOT_USER }] });
    return async () => discord.messages.some(({ content: text }) => text === ANSWER);
  },
  async slack(stage) {
    const text = `<@${BOT.user}> ${question(stage, "slack")}`;
    const place = { channel: "C0TEAM", channel_type: "channel", user: "U0MONA", ts: "1.000001" };
    await post(stage, "/webhooks/slack", eventSent({ type: "app_mention", ...place, text }, Date.now()));
    return async () =>
      stage.slack.messages.some((each) => each.thread_ts === "1.000001" && each.text === ANSWER);
  },
  async whatsapp(stage) {
    const body = question(stage, "whatsapp");
    await post(stage, "/webhooks/whatsapp", messagesSent({ id: "wamid.1", type: "text", text: { body } }));
    return async () =>
      stage.whatsapp.messages.some((each) => each.to === "4915900" && each.text?.body === ANSWER);
  },
};

interface Hook {
  id: string;
  path: string;
  secret: string;
}

/** The hook's conversation has been answered; `cites`: with a citation of this source. */
function answeredOf({ nightjar }: Stage, { id }: Hook, cites = ""): () => Promise<boolean> {
  return async () => {
    const hook = await nightjar.request<{ conversation_id: string | null }>("GET", `/hooks/${id}`);
    if (hook.conversation_id === null) return false;
    const { items } = await nightjar.request<{ items: object[] }>(
      "GET",
      `/conversations/${hook.conversation_id}/messages`,
    );
    const told = JSON.stringify(items);
    return told.includes(ANSWER) && told.includes(cites);
  };
}

async function byHook(stage: Stage) {
  const hook = await stage.nightjar.request<Hook>("POST", "/hooks", { name: "Issues", preset: "github" });
  const body = JSON.stringify({ action: "opened", issue: { title: question(stage, "hooks") } });
  const hash = createHmac("sha256", hook.secret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-delivery": "d-1",
    "x-hub-signature-256": `sha256=${hash}`,
  };
  await post(stage, hook.path, { headers, body });
  return answeredOf(stage, hook);
}

async function byMail(stage: Stage) {
  const mail = { name: "news", senders: ["@example.com"] };
  const hook = await stage.nightjar.request<Hook>("POST", "/hooks", { name: "Mail", preset: "github", mail });
  stage.model
    .voice(/news of mail/)
    .script((answer, request) =>
      answer.text(`${ANSWER} [${/cite as \[(\d+)\]/.exec(JSON.stringify(request))?.[1]}]`),
    );
  const body = [
    "Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=example.com",
    "From: Ann <ann@example.com>",
    `To: news@${MAIL_DOMAIN}`,
    "Message-ID: <1@example.com>",
    "Subject: The pond",
    "",
    "Any news of mail? The heron is back.",
  ].join("\r\n");
  const query = new URLSearchParams({ from: "ann@example.com", to: `news@${MAIL_DOMAIN}` });
  await post(stage, `${stage.nightjar.controls().mail}?${query}`, { headers: {}, body });
  const source = '"url":"mid:1@example.com","title":"The pond · Ann"';
  return answeredOf(stage, hook, `"type":"citation","index":1,${source}`);
}

/** A command is answered where Discord shows that somebody thinks. */
async function byCommand(stage: Stage) {
  const { app, discord } = stage;
  const options = [{ name: "text", type: 3, value: question(stage, "commands") }];
  // Its time stands in it: Discord takes answers in its place for fifteen minutes.
  const id = String(BigInt(Date.now() - DISCORD_EPOCH) << 22n);
  const token = `token-${id}`;
  const data = { name: "ask", type: 1, options };
  const { headers, body } = app.signed(interactionOf(2, { id, channel_id: "901", token, data }));
  await post(stage, "/webhooks/discord", { headers, body: new Uint8Array(body) });
  discord.defer(token);
  return async () => discord.messages.some((each) => each.token === token && each.content === ANSWER);
}

const WAYS = { ...CHATS, "a webhook": byHook, mail: byMail, "a command of Discord": byCommand };

export function channels(stage: () => Stage): void {
  it.each(Object.entries(WAYS))("answers what comes by %s", async (_, enter) => {
    await until(await enter(stage()), (isAnswered) => isAnswered);
  });
}

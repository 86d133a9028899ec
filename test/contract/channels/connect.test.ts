/** Bots connected by what a person pastes: what each platform adds, and what is told when it refuses. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { discord as discordKind } from "../../../src/channels/discord/kind.ts";
import type { ChannelKind } from "../../../src/channels/kind.ts";
import { slack as slackKind } from "../../../src/channels/slack/kind.ts";
import { socketAddressOf } from "../../../src/channels/slack/socket/address.ts";
import { telegram as telegramKind } from "../../../src/channels/telegram/kind.ts";
import { whatsapp as whatsappKind } from "../../../src/channels/whatsapp/kind.ts";
import { BOT_TOKEN, DiscordServer } from "../../support/discord/server.ts";
import { BOT, type SlackServer, startSlack } from "../../support/slack/server.ts";
import { startTelegram, type TelegramServer, WIRE_BOT } from "../../support/telegram/server.ts";
import { TelegramWire } from "../../support/telegram/wire.ts";
import { NUMBER, startWhatsApp, type WhatsAppServer } from "../../support/whatsapp/server.ts";

let telegram: TelegramServer;
let discord: DiscordServer;
let slack: SlackServer;
let whatsapp: WhatsAppServer;
beforeAll(async () => {
  [telegram, discord, slack, whatsapp] = await Promise.all([
    startTelegram(),
    DiscordServer.start(),
    startSlack(),
    startWhatsApp(),
  ]);
});
afterAll(() => Promise.all([telegram.close(), discord.close(), slack.close(), whatsapp.close()]));

const signal = new AbortController().signal;
const URL_HERE = "https://nightjar.example.com/webhooks/x";

/** Connecting in the app's order: completed, opened, asked, connected. */
async function connected(kind: ChannelKind, env: Record<string, string>, isSentTo = true) {
  const entered = { env, account: "", before: {}, isSentTo, secret: () => "made-up-secret" };
  const completed = (await kind.complete?.(entered, signal)) ?? { ok: true, values: {} };
  if (!completed.ok) return { problem: completed.problem };
  const deps = { conversations: {}, files: {}, marks: {} } as never;
  const port = kind.open({ ...env, ...completed.values }, "", deps);
  if ("missing" in port) return { problem: port.missing };
  const health = await port.health?.(signal);
  if (health?.status === "broken") return { problem: health.problem };
  const set = await port.connect?.({ url: URL_HERE, commands: [] }, signal);
  return { port, values: completed.values, health: set ?? health };
}

it("Telegram has its webhook set with a secret, or none where it cannot reach the instance, and none after", async () => {
  const env = { TELEGRAM_BOT_TOKEN: WIRE_BOT.token, TELEGRAM_API_BASE: telegram.url };
  const wire = new TelegramWire(telegram.url);
  const sent = await connected(telegramKind, env);
  expect(sent.health).toMatchObject({ webhook: URL_HERE });
  expect((await wire.view()).webhook).toMatchObject({ url: URL_HERE, secret_token: "made-up-secret" });
  await sent.port?.disconnect?.(signal);
  expect((await wire.view()).webhook.url).toBe("");
  expect((await connected(telegramKind, env, false)).health).toMatchObject({ is_fetched: true });
});

it("Discord tells the application and the public key of a token", async () => {
  discord.app.verify_key = "ab".repeat(32);
  const env = { DISCORD_BOT_TOKEN: BOT_TOKEN, DISCORD_API_BASE: discord.url, DISCORD_GATEWAY: "mentions" };
  const { values, health } = await connected(discordKind, env);
  expect(values).toEqual({ DISCORD_APPLICATION_ID: discord.app.id, DISCORD_PUBLIC_KEY: "ab".repeat(32) });
  expect(health).toMatchObject({ name: "Nightjar", webhook: URL_HERE });
  const wrong = await connected(discordKind, { ...env, DISCORD_BOT_TOKEN: "another-token" });
  expect(wrong.problem).toMatch(/token/i);
});

it("Slack needs one more value than its bot's token, and says which app it is", async () => {
  const env = { SLACK_BOT_TOKEN: BOT.token, SLACK_API_BASE: `${slack.url}/api` };
  expect((await connected(slackKind, env)).problem).toContain("App-Level Token");
  const { health } = await connected(slackKind, { ...env, SLACK_APP_TOKEN: BOT.app_token });
  expect(health).toMatchObject({ name: "@nightjar in Acme", is_fetched: true });
  const app = { base: env.SLACK_API_BASE, app_token: BOT.app_token };
  expect(await socketAddressOf(app, signal)).toMatchObject({ status: "ready", url: slack.socket_url });
  const old = await socketAddressOf({ ...app, app_token: "xapp-1-A0-0" }, signal);
  expect(old).toMatchObject({ status: "refused", problem: expect.stringContaining("App-Level Token") });
});

it("WhatsApp is given a verify token, which stays when its key is changed", async () => {
  const env = {
    WHATSAPP_TOKEN: NUMBER.token,
    WHATSAPP_PHONE_ID: NUMBER.phone_id,
    WHATSAPP_APP_SECRET: NUMBER.app_secret,
    WHATSAPP_API_BASE: whatsapp.url,
  };
  const { values, health } = await connected(whatsappKind, env);
  expect(values).toEqual({ WHATSAPP_VERIFY_TOKEN: "made-up-secret" });
  expect(health).toMatchObject({ webhook: URL_HERE });
  const entered = { env, account: "", before: { WHATSAPP_VERIFY_TOKEN: "before" }, isSentTo: true };
  const again = await whatsappKind.complete?.({ ...entered, secret: () => "other" }, signal);
  expect(again).toEqual({ ok: true, values: { WHATSAPP_VERIFY_TOKEN: "before" } });
  expect((await connected(whatsappKind, { ...env, WHATSAPP_TOKEN: "old" })).problem).toMatch(/token/i);
});

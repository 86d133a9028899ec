/** Instance as `npm start` runs it, with a model, all chat platforms and nobody else's words yet. Cases run side by side on it. */
import { APPLICATION, type DiscordApp, discordApp } from "../../support/discord/app.ts";
import { DiscordGateway } from "../../support/discord/gateway.ts";
import { BOT_TOKEN, DiscordServer } from "../../support/discord/server.ts";
import { type Nightjar, startNightjar } from "../../support/process/nightjar.ts";
import { type Script, ScriptedModel, type Voice } from "../../support/process/scripted-model.ts";
import { BOT, type SlackServer, startSlack } from "../../support/slack/server.ts";
import { startTelegram, WIRE_BOT } from "../../support/telegram/server.ts";
import { TelegramWire } from "../../support/telegram/wire.ts";
import { NUMBER, startWhatsApp, type WhatsAppServer } from "../../support/whatsapp/server.ts";

export interface Stage {
  nightjar: Nightjar;
  model: ScriptedModel;
  telegram: TelegramWire;
  discord: DiscordServer;
  gateway: DiscordGateway;
  app: DiscordApp;
  slack: SlackServer;
  whatsapp: WhatsAppServer;
  close(): Promise<void>;
}

/** Domain of the instance's mail. */
export const MAIL_DOMAIN = "mail.example.com";

export async function openStage(): Promise<Stage> {
  const model = await ScriptedModel.start();
  const bot = await startTelegram();
  const discord = await DiscordServer.start();
  const gateway = await DiscordGateway.start({ token: BOT_TOKEN });
  discord.gateway = gateway.url;
  const app = discordApp({ base: discord.url, now: Date.now });
  discord.app.verify_key = app.public_key;
  const slack = await startSlack();
  const whatsapp = await startWhatsApp();
  const nightjar = await startNightjar({
    vars: {
      ...model.vars,
      EMAIL_DOMAIN: MAIL_DOMAIN,
      TELEGRAM_ACCESS: "open",
      TELEGRAM_BOT_TOKEN: WIRE_BOT.token,
      TELEGRAM_WEBHOOK_SECRET: "a-webhook-secret",
      TELEGRAM_API_BASE: bot.url,
      DISCORD_ACCESS: "open",
      DISCORD_APPLICATION_ID: APPLICATION,
      DISCORD_PUBLIC_KEY: app.public_key,
      DISCORD_BOT_TOKEN: BOT_TOKEN,
      DISCORD_API_BASE: discord.url,
      DISCORD_GATEWAY: "mentions",
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
  await Promise.all([
    nightjar.request("PATCH", "/agents/nightjar", { audience: "everyone" }),
    nightjar.request("PATCH", "/rooms/bar", { audience: "everyone" }),
    nightjar.request("POST", "/channels/discord/connect", {}),
    nightjar.request("POST", "/channels/telegram/connect", { url: `${nightjar.url}/webhooks/telegram` }),
  ]);
  const close = async () => {
    await nightjar.dispose();
    model.close();
    await Promise.all([bot, discord, gateway, slack, whatsapp].map((server) => server.close()));
  };
  const telegram = new TelegramWire(bot.url);
  return { nightjar, model, telegram, discord, gateway, app, slack, whatsapp, close };
}

interface Reply {
  reply: string;
  status: string;
  reason: string | null;
  files: { type: string; file_id: string; media_type: string; name: string | null }[];
  conversation_id: string;
}

interface Asked {
  /** Unlike that of any other case, and the beginning of none. */
  name: string;
  scripts: readonly Script[];
  body?: Record<string, unknown>;
}

/** A new conversation with one message, and the model that answered in it. */
export async function ask(
  { nightjar, model }: Stage,
  { name, scripts, body }: Asked,
): Promise<Reply & { voice: Voice }> {
  const voice = model.voice(`${name}: `);
  voice.script(...scripts);
  const reply = await nightjar.request<Reply>("POST", "/chat", { message: `${name}: go`, ...body });
  return { ...reply, voice };
}

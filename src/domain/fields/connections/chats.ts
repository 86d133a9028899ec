/** Chat bots: what is pasted, and where it is found. */
import { msg } from "../field.ts";
import type { Connection } from "./connection.ts";

export const telegram: Connection = {
  name: "telegram",
  group: "chats",
  label: "Telegram",
  about: msg("Chat with your agents in Telegram. No public address needed."),
  fields: {
    TELEGRAM_BOT_TOKEN: {
      kind: "code",
      label: msg("Bot token"),
      note: msg("Open @BotFather in Telegram, send /newbot, choose a name, and copy the token."),
      link: "https://t.me/BotFather",
      isSecret: true,
      most: 200,
      example: "123456789:AbC-dEf",
      must: { is: /^\d+:[A-Za-z0-9_-]+$/, otherwise: "a bot token has a number, a colon and letters" },
      otherwise: msg(
        "That isn't a bot token. It looks like 123456789:AbC-dEf: copy the whole line from @BotFather.",
      ),
    },
  },
  derived: ["TELEGRAM_WEBHOOK_SECRET"],
};

export const discord: Connection = {
  name: "discord",
  group: "chats",
  label: "Discord",
  about: msg("Chat with your agents in Discord. No public address needed."),
  fields: {
    DISCORD_BOT_TOKEN: {
      kind: "code",
      label: msg("Bot token"),
      note: msg("Create an application, open its page Bot, press Reset Token, and copy the token."),
      link: "https://discord.com/developers/applications",
      isSecret: true,
      most: 200,
      must: { is: /^[\w.-]{20,}$/, otherwise: "a bot token has letters, digits, dots and dashes" },
      otherwise: msg("That isn't a bot token. Copy the whole token from the page Bot of your application."),
    },
    DISCORD_GATEWAY: {
      kind: "choice",
      label: msg("Messages it reads"),
      note: msg("For every message, switch on Message Content Intent on the page Bot first."),
      options: {
        mentions: msg("Direct messages and mentions"),
        all: msg("Every message"),
        off: msg("Commands only"),
      },
      default: "mentions",
    },
  },
  derived: ["DISCORD_APPLICATION_ID", "DISCORD_PUBLIC_KEY"],
};

export const slack: Connection = {
  name: "slack",
  group: "chats",
  label: "Slack",
  about: msg("Chat with your agents in a Slack workspace."),
  fields: {
    SLACK_BOT_TOKEN: {
      kind: "code",
      label: msg("Bot User OAuth Token"),
      note: msg(
        "Create the app with the button above, install it, and copy the token from OAuth & Permissions.",
      ),
      link: "https://api.slack.com/apps",
      isSecret: true,
      most: 300,
      example: "xoxb-…",
      must: { is: /^xoxb-[\w-]+$/, otherwise: "the Bot User OAuth Token begins with xoxb-" },
      otherwise: msg("That isn't a Bot User OAuth Token: it begins with xoxb-."),
    },
    SLACK_APP_TOKEN: {
      kind: "code",
      label: msg("App-Level Token"),
      note: msg(
        "For Socket Mode, which needs no public address: Basic Information, App-Level Tokens, Generate, with the scope connections:write.",
      ),
      link: "https://api.slack.com/apps",
      isSecret: true,
      isOptional: true,
      most: 300,
      example: "xapp-…",
      must: { is: /^xapp-[\w-]+$/, otherwise: "an App-Level Token begins with xapp-" },
      otherwise: msg("That isn't an App-Level Token: it begins with xapp-."),
    },
    SLACK_SIGNING_SECRET: {
      kind: "code",
      label: msg("Signing Secret"),
      note: msg("For a public address: Basic Information, App Credentials."),
      link: "https://api.slack.com/apps",
      isSecret: true,
      isOptional: true,
      most: 200,
      must: { is: /^\w{16,128}$/, otherwise: "the Signing Secret has letters and digits only" },
      otherwise: msg("That isn't a Signing Secret: it has 32 letters and digits."),
    },
  },
};

export const whatsapp: Connection = {
  name: "whatsapp",
  group: "chats",
  label: "WhatsApp",
  about: msg("Chat with your agents in WhatsApp. Needs a Meta app and a public address."),
  fields: {
    WHATSAPP_TOKEN: {
      kind: "code",
      label: msg("Access token"),
      note: msg("Business settings, System users: a permanent token with whatsapp_business_messaging."),
      link: "https://business.facebook.com/settings/system-users",
      isSecret: true,
      most: 1_000,
    },
    WHATSAPP_PHONE_ID: {
      kind: "code",
      label: msg("Phone number ID"),
      note: msg("Your app's page WhatsApp, API Setup. It isn't the phone number itself."),
      link: "https://developers.facebook.com/apps",
      most: 30,
      must: { is: /^\d{5,30}$/, otherwise: "the Phone number ID has digits only" },
      otherwise: msg("That isn't a Phone number ID: it has digits only, and isn't the phone number itself."),
    },
    WHATSAPP_APP_SECRET: {
      kind: "code",
      label: msg("App secret"),
      note: msg("Your app's page App settings, Basic."),
      link: "https://developers.facebook.com/apps",
      isSecret: true,
      most: 200,
      must: { is: /^\w{16,128}$/, otherwise: "the App secret has letters and digits only" },
      otherwise: msg("That isn't an App secret: it has 32 letters and digits."),
    },
  },
  derived: ["WHATSAPP_VERIFY_TOKEN"],
  shown: ["WHATSAPP_VERIFY_TOKEN"],
};

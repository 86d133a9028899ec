/** Operator settings of a Telegram bot. */
import { z } from "zod";
import type { NotOpen } from "../channel.ts";
import { settingsOf } from "../settings.ts";
import { streaming } from "../streaming.ts";

const telegramSettings = z.object({
  TELEGRAM_BOT_TOKEN: z
    .string("it is the token that @BotFather gave")
    .regex(/^\d+:[A-Za-z0-9_-]+$/, "it is the token that @BotFather gave, such as 123456789:AbC-dEf"),
  /** Absent: Telegram sends nothing here, and the messages are fetched. */
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,256}$/, "only letters, digits, _ and -, at most 256")
    .optional(),
  TELEGRAM_API_BASE: z
    .url({ protocol: /^https?$/ })
    .transform((base) => base.replace(/\/+$/, ""))
    .default("https://api.telegram.org"),
  TELEGRAM_STREAMING: streaming.default("direct"),
});

type TelegramSettings = z.output<typeof telegramSettings>;

/** A bot with its settings. */
export interface Bot {
  id: string;
  token: string;
  /** Undefined: the messages are fetched. */
  secret: string | undefined;
  /** Without a trailing slash. */
  base: string;
  /** Account name in this house; empty: the first one. */
  account: string;
  streaming: z.output<typeof streaming>;
}

function botOf(settings: TelegramSettings, account: string): Bot {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_SECRET: secret, TELEGRAM_API_BASE: base } = settings;
  return {
    id: token.slice(0, token.indexOf(":")),
    token,
    secret,
    base,
    account,
    streaming: settings.TELEGRAM_STREAMING,
  };
}

/** Settings of one account, or which are missing. Never throws. */
export function telegramBotOf(env: object, account: string): Bot | NotOpen {
  const settings = settingsOf(telegramSettings, { env, account, shared: ["TELEGRAM_API_BASE"] });
  return "missing" in settings ? settings : botOf(settings, account);
}

/** Accounts whose messages are fetched: they have a token, and no secret of a webhook. */
export function fetchedAccounts(env: object): string[] {
  const named = Object.keys(env).flatMap((name) => {
    const [whole, account = ""] = /^TELEGRAM_BOT_TOKEN(?:_([A-Z0-9_]{1,32}))?$/.exec(name) ?? [];
    return whole === undefined ? [] : [account.toLowerCase().replaceAll("_", "-")];
  });
  return named.filter((account) => {
    const bot = telegramBotOf(env, account);
    return !("missing" in bot) && bot.secret === undefined;
  });
}

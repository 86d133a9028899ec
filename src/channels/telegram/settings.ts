/** Operator settings of a Telegram bot. */
import { z } from "zod";
import { streaming } from "../streaming.ts";

export const telegramSettings = z.object({
  TELEGRAM_BOT_TOKEN: z
    .string("it is the token that @BotFather gave")
    .regex(/^\d+:[A-Za-z0-9_-]+$/, "it is the token that @BotFather gave, such as 123456789:AbC-dEf"),
  TELEGRAM_WEBHOOK_SECRET: z
    .string("it is any secret of 1 to 256 letters, digits, _ and -")
    .regex(/^[A-Za-z0-9_-]{1,256}$/, "only letters, digits, _ and -, at most 256"),
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
  secret: string;
  /** Without a trailing slash. */
  base: string;
  /** Account name in this house; empty: the first one. */
  account: string;
  streaming: z.output<typeof streaming>;
}

export function botOf(settings: TelegramSettings, account: string): Bot {
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

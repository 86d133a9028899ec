/** Telegram: a bot that is sent messages by webhook or fetches them, and answers through the Bot API. */
import { chatPlatform } from "../chat-platform.ts";
import { telegramChannel } from "./port.ts";
import { telegramBotOf } from "./settings.ts";

export const telegram = chatPlatform({
  name: "telegram",
  open(env, account, { files, marks }) {
    const bot = telegramBotOf(env, account);
    return "missing" in bot ? bot : telegramChannel(bot, { files, marks });
  },
  // Nothing is sent here without a secret: messages are fetched then.
  complete: ({ isSentTo, secret }) => ({
    ok: true,
    values: isSentTo ? { TELEGRAM_WEBHOOK_SECRET: secret() } : {},
  }),
});

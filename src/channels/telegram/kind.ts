/** Telegram: a bot that receives messages by webhook and answers through the Bot API. */
import { chatPlatform } from "../chat-platform.ts";
import { settingsOf } from "../settings.ts";
import { telegramChannel } from "./port.ts";
import { botOf, telegramSettings } from "./settings.ts";

export const telegram = chatPlatform({
  name: "telegram",
  open(env, account, { files, marks }) {
    const settings = settingsOf(telegramSettings, { env, account, shared: ["TELEGRAM_API_BASE"] });
    return "missing" in settings ? settings : telegramChannel(botOf(settings, account), { files, marks });
  },
});

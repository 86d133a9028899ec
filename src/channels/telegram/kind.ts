/** Telegram, which has no adapter yet. */
import { chatPlatform, noAdapter } from "../chat-platform.ts";
import { settingsOf } from "../settings.ts";
import { telegramSettings } from "./settings.ts";

export const telegram = chatPlatform({
  name: "telegram",
  label: "Telegram",
  open(env, account) {
    const settings = settingsOf(telegramSettings, { env, account, shared: ["TELEGRAM_API_BASE"] });
    return "missing" in settings ? settings : noAdapter();
  },
});

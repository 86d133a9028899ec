/** Discord: commands, forms and buttons come by HTTP. */
import { chatPlatform } from "../chat-platform.ts";
import { createDiscord } from "./port.ts";
import { discordSettingsOf } from "./settings.ts";

export const discord = chatPlatform({
  name: "discord",
  open(env, account, { files }) {
    const settings = discordSettingsOf(env, account);
    return "missing" in settings ? settings : createDiscord({ settings, account, files, now: Date.now });
  },
});

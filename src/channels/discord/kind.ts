/** Discord: commands, forms and buttons, which come by HTTP. */
import { chatPlatform } from "../chat-platform.ts";
import { settingsOf } from "../settings.ts";
import { createDiscord } from "./port.ts";
import { discordSettings } from "./settings.ts";

export const discord = chatPlatform({
  name: "discord",
  label: "Discord",
  open(env, account, { files }) {
    const settings = settingsOf(discordSettings, { env, account, shared: ["DISCORD_API_BASE"] });
    return "missing" in settings ? settings : createDiscord({ settings, account, files, now: Date.now });
  },
});

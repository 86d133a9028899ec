/** Discord: commands, forms and buttons come by HTTP. */
import { chatPlatform } from "../chat-platform.ts";
import { createDiscord } from "./port.ts";
import { discordSettingsOf, discordTokenOf } from "./settings.ts";
import { completeDiscord } from "./setup.ts";

export const discord = chatPlatform({
  name: "discord",
  open(env, account, { files }) {
    const settings = discordSettingsOf(env, account);
    return "missing" in settings ? settings : createDiscord({ settings, account, files, now: Date.now });
  },
  complete({ env, account }, signal) {
    const settings = discordTokenOf(env, account);
    return "missing" in settings
      ? { ok: false, problem: settings.missing }
      : completeDiscord(settings, signal);
  },
});

/** Slack: an app that receives events by webhook and answers through the Web API. */
import { chatPlatform } from "../chat-platform.ts";
import { settingsOf } from "../settings.ts";
import { slackChannel } from "./port.ts";
import { appOf, slackSettings } from "./settings.ts";

export const slack = chatPlatform({
  name: "slack",
  open(env, account, { files }) {
    const settings = settingsOf(slackSettings, { env, account, shared: ["SLACK_API_BASE"] });
    return "missing" in settings ? settings : slackChannel(appOf(settings, account), { files });
  },
});

/** Slack: an app that receives events by webhook or over Socket Mode, and answers through the Web API. */
import { chatPlatform } from "../chat-platform.ts";
import { slackChannel } from "./port.ts";
import { slackAppOf } from "./settings.ts";

export const slack = chatPlatform({
  name: "slack",
  open(env, account, { files }) {
    const app = slackAppOf(env, account);
    return "missing" in app ? app : slackChannel(app, { files });
  },
  complete({ env, account }) {
    const app = slackAppOf(env, account);
    const problem =
      "Paste one more value: the App-Level Token (no public address needed) or the Signing Secret.";
    return "missing" in app ? { ok: false, problem } : { ok: true, values: {} };
  },
});

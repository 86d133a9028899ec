/** Slack under the contract of channels. */
import type { ChannelFixture } from "../../contract/channels/fixture.ts";
import { eventSent, webhookOf } from "./sent.ts";
import { BOT } from "./server.ts";

export const fixture: ChannelFixture = {
  env: {
    SLACK_BOT_TOKEN: BOT.token,
    SLACK_SIGNING_SECRET: BOT.secret,
    SLACK_API_BASE: "http://127.0.0.1:9/api",
  },
  required: ["SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"],
  signature: ["x-slack-signature", "x-slack-request-timestamp"],
  said: ({ id, text, sender = "U0MONA", thread = "D0MONA" }) => {
    const message = { type: "message", channel_type: "im", channel: thread, user: sender, text };
    return webhookOf(eventSent({ ...message, ts: `1700000000.${id.padStart(6, "0")}` }, Date.now()));
  },
};

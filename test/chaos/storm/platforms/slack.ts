import { eventSent } from "../../../support/slack/sent.ts";
import { BOT, startSlack } from "../../../support/slack/server.ts";
import type { StormPlatform } from "./platform.ts";

export async function stormOnSlack(): Promise<StormPlatform> {
  const server = await startSlack();
  return {
    name: "slack",
    vars: {
      SLACK_BOT_TOKEN: BOT.token,
      SLACK_SIGNING_SECRET: BOT.secret,
      SLACK_API_BASE: `${server.url}/api`,
    },
    sent({ chat, n, text }) {
      const place = { channel: `D${chat}`, channel_type: "im", user: `U${chat}` };
      const event = { type: "message", ...place, ts: `${n}.000001`, text: written(text) };
      return eventSent(event, Date.now());
    },
    arrived: async () =>
      server.messages.map(({ channel, text }) => ({ chat: Number(channel.slice(1)), text })),
    close: () => server.close(),
  };
}

/** As Slack writes what a person has typed. */
function written(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Discord under the contract of channels: what somebody asks comes as a command. */
import type { ChannelFixture } from "../../contract/channels/fixture.ts";
import { APPLICATION, discordApp, interactionOf } from "./app.ts";

const BASE = "http://127.0.0.1:9";
const app = discordApp({ base: BASE, now: Date.now });

export const fixture: ChannelFixture = {
  env: {
    DISCORD_APPLICATION_ID: APPLICATION,
    DISCORD_PUBLIC_KEY: app.public_key,
    DISCORD_BOT_TOKEN: "contract-token",
    DISCORD_API_BASE: BASE,
  },
  required: ["DISCORD_APPLICATION_ID", "DISCORD_PUBLIC_KEY", "DISCORD_BOT_TOKEN"],
  signature: ["x-signature-ed25519", "x-signature-timestamp"],
  said: ({ id, text, sender = "77", thread = "900" }) =>
    app.signed(
      interactionOf(2, {
        id,
        channel_id: thread,
        context: 1,
        guild_id: undefined,
        member: undefined,
        user: { id: sender, username: "mona" },
        data: { name: "ask", type: 1, options: [{ name: "text", type: 3, value: text }] },
      }),
    ),
};

/** Discord's commands: each is shown as waiting until its own answer is there. */
import { APPLICATION, discordApp, interactionOf } from "../../../support/discord/app.ts";
import { BOT_TOKEN, DiscordServer } from "../../../support/discord/server.ts";
import type { Said, StormPlatform } from "./platform.ts";

const EPOCH_MS = 1_420_070_400_000;

export async function stormOnDiscord(): Promise<StormPlatform> {
  const server = await DiscordServer.start();
  const app = discordApp({ base: server.url, now: Date.now });
  server.app.verify_key = app.public_key;
  const began = Date.now();
  const waiting = new Set<string>();
  const idOf = ({ chat, n }: Said) =>
    String((BigInt(began - EPOCH_MS) << 22n) + BigInt(chat) * 1_000n + BigInt(n));
  return {
    name: "discord",
    vars: {
      DISCORD_APPLICATION_ID: APPLICATION,
      DISCORD_PUBLIC_KEY: app.public_key,
      DISCORD_BOT_TOKEN: BOT_TOKEN,
      DISCORD_API_BASE: server.url,
    },
    sent(said) {
      const { headers, body } = app.signed(interaction(said, idOf(said)));
      return { headers: Object.fromEntries(headers), body: new Uint8Array(body) };
    },
    answered(said, body) {
      const token = tokenOf(said);
      if ((JSON.parse(body) as { type: number }).type !== 5 || waiting.has(token)) return;
      waiting.add(token);
      server.defer(token);
    },
    arrived: async () =>
      server.messages.map(({ token, channel_id, content }) => ({
        chat: Number(token === undefined ? channel_id : token.split("-")[1]),
        text: content,
      })),
    close: () => server.close(),
  };
}

const tokenOf = ({ chat, n }: Said) => `token-${chat}-${n}`;

function interaction(said: Said, id: string): object {
  const user = { id: String(said.chat), username: "mona" };
  return interactionOf(2, {
    ...{ id, token: tokenOf(said), channel_id: String(said.chat), context: 1 },
    ...{ guild_id: undefined, member: undefined, user },
    data: { name: "ask", type: 1, options: [{ name: "text", type: 3, value: said.text }] },
  });
}

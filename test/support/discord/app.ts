/** An app of Discord: its port here, and interactions signed as Discord signs them. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { ChannelPort, ParsedWebhook, WebhookRequest } from "../../../src/channels/channel.ts";
import { createDiscord } from "../../../src/channels/discord/port.ts";
import type { OutgoingFile } from "../../../src/channels/kind.ts";
import { BOT_TOKEN } from "./server.ts";

export const APPLICATION = "123456789012345678";

export interface DiscordApp {
  port: ChannelPort;
  public_key: string;
  signed(body: unknown, at?: number): WebhookRequest;
}

export function discordApp(options: { base: string; now: () => number; file?: OutgoingFile }): DiscordApp {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const public_key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  const settings = {
    DISCORD_APPLICATION_ID: APPLICATION,
    DISCORD_PUBLIC_KEY: public_key,
    DISCORD_BOT_TOKEN: BOT_TOKEN,
    DISCORD_API_BASE: options.base,
    DISCORD_STREAMING: "on" as const,
    DISCORD_GATEWAY: "off" as const,
  };
  const files = { read: () => Promise.resolve(options.file) };
  const port = createDiscord({ settings, account: "", files, now: options.now });
  return { port, public_key, signed: (body, at = options.now()) => signedBy(privateKey, body, at) };
}

function signedBy(key: KeyObject, body: unknown, at: number): WebhookRequest {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const timestamp = String(Math.floor(at / 1_000));
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), bytes]), key).toString("hex");
  const headers = new Headers({ "x-signature-ed25519": signature, "x-signature-timestamp": timestamp });
  return { method: "POST", url: "https://nightjar.test/webhooks/discord", headers, body: bytes };
}

/** An interaction of somebody in a server, as Discord sends it. */
export function interactionOf(type: number, more: object = {}): Record<string, unknown> {
  const user = { id: "77", username: "mona", global_name: "Mona" };
  return {
    id: "1175928847299117063",
    application_id: APPLICATION,
    type,
    token: "token-1",
    guild_id: "5",
    channel_id: "900",
    context: 0,
    member: { user, nick: "Mo" },
    version: 1,
    ...more,
  };
}

export async function parsedOf(app: DiscordApp, body: unknown): Promise<ParsedWebhook & { told?: unknown }> {
  const parsed = await app.port.parse(app.signed(body));
  const answer =
    parsed.status === "answer" ? parsed : parsed.status === "inbound" ? parsed.answer : undefined;
  return { ...parsed, ...(answer && { told: JSON.parse(answer.body) as unknown }) };
}

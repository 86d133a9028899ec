/** What the channel reads of an update, without anybody to ask. */
import type { ParsedWebhook } from "../../../../src/channels/channel.ts";
import { telegramChannel } from "../../../../src/channels/telegram/port.ts";
import type { Inbound } from "../../../../src/domain/inbound.ts";
import type { Part } from "../../../../src/domain/message.ts";
import { WIRE_BOT } from "../../../support/telegram/server.ts";
import { update } from "../../../support/telegram/updates.ts";

/** Nobody listens at port 9: what the bot is called stays unknown. */
export const BOT = {
  id: String(WIRE_BOT.id),
  token: WIRE_BOT.token,
  secret: "s3cret-token",
  base: "http://127.0.0.1:9",
  account: "",
  streaming: "on" as const,
};

/** One isolate, which knows of no other. */
export const ALONE = {
  files: { read: () => Promise.resolve(undefined) },
  marks: { put: () => Promise.resolve(), has: () => Promise.resolve(false) },
  pause: () => Promise.resolve(),
};

export const port = telegramChannel(BOT, ALONE);

export function requestOf(body: string, headers: Record<string, string> = {}) {
  const bytes = new TextEncoder().encode(body);
  return {
    method: "POST",
    url: "https://n.example/webhooks/telegram",
    headers: new Headers(headers),
    body: bytes,
  };
}

export async function parsed(fields: Record<string, unknown>): Promise<ParsedWebhook> {
  return port.parse(requestOf(JSON.stringify(update(fields))));
}

export async function inboundOf(fields: Record<string, unknown>): Promise<Inbound> {
  const result = await parsed(fields);
  if (result.status !== "inbound" || !result.inbounds[0]) throw new Error(JSON.stringify(result));
  return result.inbounds[0];
}

export async function reasonOf(fields: Record<string, unknown>): Promise<string> {
  const result = await parsed(fields);
  if (result.status !== "ignored") throw new Error(JSON.stringify(result));
  return result.reason;
}

/** What a message says, part by part. */
export async function partsOf(message: Record<string, unknown>): Promise<Part[]> {
  const inbound = await inboundOf({ message });
  if (inbound.type !== "user_message") throw new Error(inbound.type);
  return inbound.parts;
}

/** The words of a message; "" when it has none. */
export async function wordsOf(message: Record<string, unknown>): Promise<string> {
  const parts = await partsOf(message);
  return parts.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("|");
}

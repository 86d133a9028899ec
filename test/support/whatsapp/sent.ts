/** Requests from Meta to an app, signed like Meta's own. */
import { createHmac } from "node:crypto";
import type { WebhookRequest } from "../../../src/channels/channel.ts";
import { NUMBER } from "./server.ts";

const ADDRESS = "https://nightjar.test/webhooks/whatsapp";

export interface Sent {
  headers: Record<string, string>;
  body: string;
}

export function signed(body: string): Sent {
  const hash = createHmac("sha256", NUMBER.app_secret).update(body).digest("hex");
  return { body, headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${hash}` } };
}

/** `value` beside the number and who writes. */
export function valueSent(value: object, phone_number_id = NUMBER.phone_id): Sent {
  const metadata = { display_phone_number: "491511", phone_number_id };
  const contacts = [{ profile: { name: "Mona" }, wa_id: "4915900" }];
  const change = {
    field: "messages",
    value: { messaging_product: "whatsapp", metadata, contacts, ...value },
  };
  return signed(
    JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "1", changes: [change] }] }),
  );
}

export function messagesSent(...messages: object[]): Sent {
  return valueSent({
    messages: messages.map((message) => ({ from: "4915900", timestamp: "1700000000", ...message })),
  });
}

export function webhookOf({ headers, body }: Sent): WebhookRequest {
  return {
    method: "POST",
    url: ADDRESS,
    headers: new Headers(headers),
    body: new TextEncoder().encode(body),
  };
}

export function challengeOf(query: Record<string, string>): WebhookRequest {
  const url = `${ADDRESS}?${new URLSearchParams(query)}`;
  return { method: "GET", url, headers: new Headers(), body: new Uint8Array() };
}

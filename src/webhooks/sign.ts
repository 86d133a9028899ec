/** Signs a webhook as standardwebhooks.com describes it. */
import { bytesOf } from "../platform/bytes.ts";

const PREFIX = "whsec_";
const BYTES = 32;

/** A new secret of 256 bits. `random` fills the given bytes. */
export function newWebhookSecret(random: (bytes: Uint8Array) => void): string {
  const bytes = new Uint8Array(BYTES);
  random(bytes);
  return `${PREFIX}${btoa(String.fromCharCode(...bytes))}`;
}

export interface SignedContent {
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  body: string;
}

/** Headers of the request, with one signature for each secret. Throws for a secret that is not base64. */
export async function signedHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: SignedContent,
): Promise<Record<string, string>> {
  const signatures = await Promise.all(
    secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)),
  );
  return {
    "content-type": "application/json",
    "user-agent": "Nightjar-Webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

async function signature(secret: string, content: string): Promise<string> {
  const raw = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(content)));
  return `v1,${btoa(String.fromCharCode(...signed))}`;
}

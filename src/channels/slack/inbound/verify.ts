/** Verifies that a request comes from Slack: signed with the app's secret, and not a replay of an old one. */
import type { Verification, WebhookRequest } from "../../channel.ts";
import { isSignedBy } from "../../wire/signature.ts";
import type { SlackApp } from "../settings.ts";

const WINDOW_S = 5 * 60;

/** `now` in ms. Never rejects. */
export async function isFromSlack(
  { secret }: SlackApp,
  { headers, body }: WebhookRequest,
  now: number,
): Promise<Verification> {
  if (secret === undefined)
    return { ok: false, reason: "Events come over Socket Mode: SLACK_SIGNING_SECRET is not set." };
  const stamp = headers.get("x-slack-request-timestamp") ?? "";
  const given = headers.get("x-slack-signature") ?? "";
  if (!/^\d{1,12}$/.test(stamp) || !given.startsWith("v0="))
    return { ok: false, reason: "The request has no Slack signature." };
  if (Math.abs(now / 1_000 - Number(stamp)) > WINDOW_S)
    return { ok: false, reason: "The request is older than five minutes, or this machine's clock is wrong." };
  const signature = given.slice("v0=".length);
  if (await isSignedBy({ secret, bytes: signedBytes(stamp, body), signature })) return { ok: true };
  return { ok: false, reason: "The signature doesn't match SLACK_SIGNING_SECRET." };
}

function signedBytes(stamp: string, body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`v0:${stamp}:`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

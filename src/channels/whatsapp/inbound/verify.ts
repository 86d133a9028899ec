/**
 * Verifies that a request comes from Meta: signed with the app's secret, or, for the challenge, with the token that the
 * operator made up.
 */
import type { Verification, WebhookRequest } from "../../channel.ts";
import { isSecret, isSignedBy } from "../../wire/signature.ts";
import type { WhatsAppNumber } from "../settings.ts";

/** Never rejects. */
export async function isFromMeta(
  { app_secret, verify_token }: WhatsAppNumber,
  { method, url, headers, body }: WebhookRequest,
): Promise<Verification> {
  if (method === "GET") {
    const given = new URL(url).searchParams.get("hub.verify_token") ?? "";
    return isSecret(given, verify_token)
      ? { ok: true }
      : { ok: false, reason: "The token doesn't match WHATSAPP_VERIFY_TOKEN." };
  }
  const [, signature] = /^sha256=(\w+)$/.exec(headers.get("x-hub-signature-256") ?? "") ?? [];
  if (signature === undefined) return { ok: false, reason: "The request has no Meta signature." };
  if (await isSignedBy({ secret: app_secret, bytes: body, signature })) return { ok: true };
  return { ok: false, reason: "The signature doesn't match WHATSAPP_APP_SECRET." };
}

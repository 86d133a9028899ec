/** Verifies that a request comes from Telegram: it carries the secret that was set with the webhook. */
import type { Verification, WebhookRequest } from "../../channel.ts";
import type { Bot } from "../settings.ts";

const HEADER = "x-telegram-bot-api-secret-token";

export function isFromTelegram({ secret }: Bot, { headers }: WebhookRequest): Verification {
  const given = headers.get(HEADER);
  if (given === null) return { ok: false, reason: "The request carries no secret. Reconnect the webhook." };
  if (secret === undefined)
    return { ok: false, reason: "This bot's messages are fetched: TELEGRAM_WEBHOOK_SECRET is not set." };
  if (secret === "" || !isEqual(given, secret))
    return {
      ok: false,
      reason: "The secret doesn't match TELEGRAM_WEBHOOK_SECRET. If you changed it, reconnect the webhook.",
    };
  return { ok: true };
}

/** Constant-time: the duration depends only on the length of `given`. */
function isEqual(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < given.length; at++)
    difference |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return difference === 0;
}

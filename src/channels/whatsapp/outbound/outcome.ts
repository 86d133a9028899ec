/** Maps WhatsApp's responses to delivery results, with reasons that say what to do. */
import { z } from "zod";
import type { DeliveryResult } from "../../channel.ts";
import type { WhatsAppResponse } from "../api.ts";

type Refused = Extract<WhatsAppResponse, { status: "refused" }>;

/** Rate limits, and problems on Meta's side. */
const LATER: ReadonlySet<number> = new Set([
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004,
]);

const NO_RIGHT =
  "WhatsApp rejected the token. Set WHATSAPP_TOKEN to a permanent token of a system user who can send from this number.";
/** WhatsApp's code for a closed window: the person has not written for a day. */
export const WINDOW_CLOSED = 131_047;
export const CLOSED =
  "Nobody has written there for 24 hours. WhatsApp delivers answers only after the person writes again.";

const REASONS: Readonly<Record<number, string>> = {
  3: NO_RIGHT,
  10: NO_RIGHT,
  33: "WhatsApp doesn't know that number. Set WHATSAPP_PHONE_ID to the Phone number ID from the app's API Setup page.",
  190: NO_RIGHT,
  200: NO_RIGHT,
  368: "WhatsApp has blocked the business account. Its Business Support Home says why.",
  130472: "WhatsApp didn't deliver this message. It can be delivered after the person writes again.",
  130497: "WhatsApp doesn't allow this business to write to that country.",
  131005: NO_RIGHT,
  131021: "That is the bot's own number.",
  131026: "That number can't be reached on WhatsApp.",
  131030:
    "A test number can write to listed people only. Add the person's number on the app's API Setup page.",
  131031: "WhatsApp has locked the business account. Its Business Support Home says why.",
  131042: "WhatsApp requires a payment method. Add one to the business account.",
  131047: CLOSED,
  131049: "WhatsApp didn't deliver this message, to protect people from too many messages.",
  131051: "WhatsApp doesn't support that kind of message.",
  131052: "WhatsApp no longer has that file. Send it again.",
  131053: "WhatsApp rejected that file: its type or size isn't allowed.",
  132001: "WHATSAPP_TEMPLATE names a template that doesn't exist in that language.",
  133010: "The number isn't registered. Register it on the app's API Setup page.",
};

const Sent = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });

export function deliveredOf(answered: WhatsAppResponse): DeliveryResult {
  if (answered.status === "unknown") return answered;
  if (answered.status === "ok")
    return { status: "sent", platform_id: Sent.safeParse(answered.body).data?.messages[0]?.id ?? null };
  const { http, code, retry_after_ms } = answered;
  if (http !== 429 && !LATER.has(code)) return { status: "failed", reason: reasonOf(answered) };
  return {
    status: "later",
    reason: "WhatsApp is rate-limiting this bot.",
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  };
}

export function reasonOf({ http, code, message }: Refused): string {
  const known = REASONS[code] ?? (http === 401 ? NO_RIGHT : undefined);
  return known ?? `WhatsApp refused it: ${message.slice(0, 300)}`;
}

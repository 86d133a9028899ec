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
  "WhatsApp does not take the token: set WHATSAPP_TOKEN to a permanent token of a system user who may send for this number.";
/** WhatsApp's code for a closed window: the person has not written for a day. */
export const WINDOW_CLOSED = 131_047;
export const CLOSED =
  "Nobody has written there for 24 hours: WhatsApp lets an answer through when the person writes again.";

const REASONS: Readonly<Record<number, string>> = {
  3: NO_RIGHT,
  10: NO_RIGHT,
  33: "WhatsApp does not know that number of yours: set WHATSAPP_PHONE_ID to the Phone number ID of the app's page API Setup.",
  190: NO_RIGHT,
  200: NO_RIGHT,
  368: "WhatsApp has blocked the business account: its Business Support Home says why.",
  130472: "WhatsApp did not let this message through to that person; it goes through when they write again.",
  130497: "WhatsApp does not let this business write to that country.",
  131005: NO_RIGHT,
  131021: "That is the bot's own number.",
  131026: "That number cannot be reached by WhatsApp.",
  131030: "A test number writes to listed people only: add the person's number on the app's page API Setup.",
  131031: "WhatsApp has locked the business account: its Business Support Home says why.",
  131042: "WhatsApp wants a way to pay: set one up for the business account.",
  131047: CLOSED,
  131049: "WhatsApp did not let this message through, to keep people from too many of them.",
  131051: "WhatsApp does not take that kind of message.",
  131052: "WhatsApp does not have that file any more: send it again.",
  131053: "WhatsApp does not take that file: its kind or its size is not allowed there.",
  132001: "WHATSAPP_TEMPLATE names a template that there is not in that language.",
  133010: "The number is not registered: register it on the app's page API Setup.",
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
    reason: "WhatsApp takes no more messages for a moment.",
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  };
}

export function reasonOf({ http, code, message }: Refused): string {
  const known = REASONS[code] ?? (http === 401 ? NO_RIGHT : undefined);
  return known ?? `WhatsApp refused it: ${message.slice(0, 300)}`;
}

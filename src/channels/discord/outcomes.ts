/** Maps Discord's answers to delivery results in plain words. */
import { z } from "zod";
import type { DeliveryResult } from "../channel.ts";
import type { ApiAnswer } from "./api.ts";

type Refused = Extract<ApiAnswer, { status: "refused" }>;

const sent = z.object({ id: z.string() });

export function deliveredOf(answer: ApiAnswer): DeliveryResult {
  if (answer.status === "ok")
    return { status: "sent", platform_id: sent.safeParse(answer.body).data?.id ?? null };
  if (answer.status === "refused") return { status: "failed", reason: refusalOf(answer) };
  return answer;
}

/** The bot is not a member or may not write there; the token of an interaction still works. */
export function isShutOut(answer: ApiAnswer): boolean {
  return answer.status === "refused" && [50_001, 50_013, 10_003, 50_007, 50_278].includes(answer.code);
}

/** The bot may not show the answered message, since it may not read there. */
export function isBlind(answer: ApiAnswer): boolean {
  return answer.status === "refused" && answer.code === 160_002;
}

/** The interaction's token has expired. */
export function isExpired(answer: ApiAnswer): boolean {
  if (answer.status !== "refused") return false;
  return answer.http === 401 || answer.http === 404 || [10_015, 50_027].includes(answer.code);
}

export function refusalOf({ http, code, message }: Refused): string {
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (http === 401)
    return "Discord rejected the bot token. Set DISCORD_BOT_TOKEN again (the app's Bot page, Reset Token).";
  if (http === 403) return `Discord doesn't allow the bot to do this: ${message || "missing permission"}.`;
  if (http === 413) return "The file is too large for Discord there.";
  return `Discord refused it (${[http, code || "", message].filter((part) => part !== "").join(" ")}).`;
}

const REASONS: Readonly<Record<number, string>> = {
  10003: "The channel no longer exists, or the bot isn't in its server. Invite the bot again.",
  10008: "The message no longer exists.",
  10014: "Discord doesn't support this emoji.",
  30010: "The message already has the most reactions that Discord allows.",
  40005: "The file is too large for Discord there.",
  50001: "The bot can't see that channel. Give it the View Channel permission, or invite it to the server.",
  50007:
    "The bot can't send this person direct messages. They have to share a server with it and allow messages from members.",
  50278: "This person no longer shares a server with the bot.",
  50013: "The bot can't write there. Give it Send Messages, and Send Messages in Threads for threads.",
  50083: "The thread is archived. Someone has to write in it first.",
  90001: "Someone there has blocked the bot, so it can't react.",
};

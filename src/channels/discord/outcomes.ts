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
    return "Discord refuses the bot's token: set DISCORD_BOT_TOKEN again (page Bot of the app, Reset Token).";
  if (http === 403) return `Discord does not let the bot do this: ${message || "missing permission"}.`;
  if (http === 413) return "The file is larger than Discord takes there.";
  return `Discord refused it (${[http, code || "", message].filter((part) => part !== "").join(" ")}).`;
}

const REASONS: Readonly<Record<number, string>> = {
  10003: "The channel is not there any more, or the bot is not in its server: invite the bot again.",
  10008: "The message is not there any more.",
  10014: "Discord does not know this emoji.",
  30010: "The message has as many different reactions as Discord allows.",
  40005: "The file is larger than Discord takes there.",
  50001:
    "The bot does not see that channel: give it the permission View Channel, or invite it to the server.",
  50007:
    "This person takes no direct messages of the bot: they have to share a server and allow messages from its members.",
  50278: "This person shares no server with the bot any more.",
  50013: "The bot may not write there: give it Send Messages, in threads also Send Messages in Threads.",
  50083: "The thread is archived: somebody has to write in it first.",
  90001: "Somebody there has blocked the bot: it may not react.",
};

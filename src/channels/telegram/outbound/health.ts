/** Health and webhook of the bot, for the operator. */
import { z } from "zod";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import { INTERFACE_LANGUAGES } from "../../../domain/text/translated/languages.ts";
import type { Health } from "../../channel.ts";
import { callTelegram, type TelegramResponse } from "../api.ts";
import type { Bot } from "../settings.ts";
import { UPDATES } from "../subscribed.ts";
import { reasonOf } from "./outcome.ts";

const Me = z.object({ username: z.string() });
const Webhook = z.object({
  url: z.string().default(""),
  pending_update_count: z.int().default(0),
  last_error_message: z.string().optional(),
});

export async function health(bot: Bot, signal: AbortSignal): Promise<Health> {
  const [meResponse, webhookResponse] = await Promise.all([
    callTelegram(bot, { method: "getMe", fields: undefined }, signal),
    callTelegram(bot, { method: "getWebhookInfo", fields: undefined }, signal),
  ]);
  const me = Me.safeParse(resultOf(meResponse));
  const webhook = Webhook.safeParse(resultOf(webhookResponse));
  if (!me.success) return broken(meResponse);
  if (!webhook.success) return broken(webhookResponse);
  const { url, pending_update_count: waiting, last_error_message } = webhook.data;
  const found = { name: `@${me.data.username}`, open_url: `https://t.me/${me.data.username}?start=CODE` };
  if (bot.secret === undefined) return { status: "ok", ...found, webhook: url, is_fetched: true };
  // An old error without waiting updates has been overcome.
  if (waiting > 0 && last_error_message !== undefined)
    return {
      status: "broken",
      problem: notReached(url, { waiting, error: last_error_message }),
      is_about_address: true,
    };
  return { status: "ok", ...found, webhook: url };
}

function notReached(url: string, { waiting, error }: { waiting: number; error: string }): string {
  const much = waiting === 1 ? "1 message waits" : `${waiting} messages wait`;
  return `Telegram can't reach ${url}: ${error.slice(0, 200)}. ${much} there. Check the address and reconnect it.`;
}

function resultOf(answered: TelegramResponse): unknown {
  return answered.status === "ok" ? answered.result : undefined;
}

function broken(answered: TelegramResponse): Health {
  const problem =
    answered.status === "refused"
      ? reasonOf(answered)
      : answered.status === "unknown"
        ? `${answered.reason} Check the network and try again.`
        : "Telegram's answer has an unexpected form.";
  return { status: "broken", problem };
}

export async function connect(
  bot: Bot,
  { url, commands }: { url: string; commands: readonly { name: string; description: string }[] },
  signal: AbortSignal,
): Promise<Health> {
  const set = await setWay(bot, url, signal);
  if (set.status !== "ok") return notConnected(set, url);
  const named = await nameCommands(bot, commands, signal);
  return named.status === "ok" ? health(bot, signal) : broken(named);
}

/** Menu of commands: in English for everybody, and in each other language for those whose Telegram speaks it. */
async function nameCommands(
  bot: Bot,
  commands: readonly CommandName[],
  signal: AbortSignal,
): Promise<TelegramResponse> {
  const possible = commands.filter(isPossible).slice(0, MOST_COMMANDS);
  for (const language of INTERFACE_LANGUAGES) {
    const say = await loadWords(language);
    const fields = {
      commands: possible.map(({ name, description }) => commandOf({ name, description: say(description) })),
      ...(language !== "en" && { language_code: language }),
    };
    const named = await callTelegram(bot, { method: "setMyCommands", fields }, signal);
    if (named.status !== "ok") return named;
  }
  return { status: "ok", result: true };
}

/** A bot without a secret is not sent to: its messages are fetched. */
function setWay(bot: Bot, url: string, signal: AbortSignal): Promise<TelegramResponse> {
  if (bot.secret === undefined) return callTelegram(bot, { method: "deleteWebhook", fields: {} }, signal);
  const fields = { url, secret_token: bot.secret, allowed_updates: [...UPDATES] };
  return callTelegram(bot, { method: "setWebhook", fields }, signal);
}

function notConnected(answered: TelegramResponse, url: string): Health {
  if (answered.status === "refused" && /bad webhook|HTTPS/i.test(answered.description))
    return {
      status: "broken",
      problem: `Telegram cannot send messages to ${url}: ${answered.description.slice(0, 200)}. It needs a public https address on port 443, 80, 88 or 8443.`,
    };
  return broken(answered);
}

interface CommandName {
  name: string;
  description: string;
}

const MOST_COMMANDS = 100;

function isPossible({ name, description }: CommandName): boolean {
  return /^[a-z0-9_]{1,32}$/.test(name) && description.trim() !== "";
}

function commandOf({ name, description }: CommandName): { command: string; description: string } {
  return { command: name, description: description.slice(0, 256) };
}

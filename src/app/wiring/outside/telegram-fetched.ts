/** Takes in what a Telegram bot fetches, as its webhook would. */
import type { FetchedBot } from "../../../../durable-objects/gateway/ports.ts";
import { type ParsedWebhook, portOf } from "../../../channels/channel.ts";
import { callTelegram } from "../../../channels/telegram/api.ts";
import { type Bot, telegramBotOf } from "../../../channels/telegram/settings.ts";
import { parseJson } from "../../../platform/json.ts";
import type { House } from "../../house.ts";

const ANSWER_MS = 10_000;

export function fetchedBot(house: House, account: string): FetchedBot | undefined {
  const { connections, log, channelAccounts } = house;
  const bot = telegramBotOf(connections.settings(), account);
  if ("missing" in bot || bot.secret !== undefined) return undefined;
  return {
    bot,
    token: bot.token,
    take: (update) => take(house, bot, update),
    onRefused(problem) {
      log.error("telegram_refused", { account, problem });
      void channelAccounts.failed({ channel: "telegram", account }, problem).catch(() => undefined);
    },
  };
}

async function take(house: House, bot: Bot, update: unknown): Promise<void> {
  const of = { channel: "telegram", account: bot.account } as const;
  const port = portOf(house.channels, of);
  if (!port) return;
  const body = new TextEncoder().encode(JSON.stringify(update));
  const parsed = await port.parse({ method: "POST", url: "", headers: new Headers(), body });
  if (parsed.status === "membership") await house.membership(of, parsed);
  if (parsed.status === "moved") await house.moved({ ...of, thread: parsed.from }, parsed.to);
  if (parsed.status === "answer") await answer(bot, parsed.body);
  if (parsed.status === "inbound") await takeInbounds(house, bot, parsed);
}

async function takeInbounds(
  { takeIn }: House,
  bot: Bot,
  { inbounds, answer: usual, refused }: Extract<ParsedWebhook, { status: "inbound" }>,
): Promise<void> {
  let why: string | undefined;
  for (const inbound of inbounds) {
    const taken = await takeIn(inbound, (work) => void work.catch(() => undefined));
    if (taken.receipt === "refused") why = taken.why;
  }
  const told = why === undefined ? usual : (refused?.(why) ?? usual);
  if (told) await answer(bot, told.body);
}

/** Calls what a webhook's response would: it is a call of the Bot API. One attempt; it only ends a spinner. */
async function answer(bot: Bot, body: string): Promise<void> {
  const { method, ...fields } = Object(parseJson(body)) as Record<string, unknown>;
  if (method !== "answerCallbackQuery") return;
  await callTelegram(bot, { method, fields: fields as never }, AbortSignal.timeout(ANSWER_MS));
}

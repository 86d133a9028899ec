import { startTelegram, WIRE_BOT } from "../../../support/telegram/server.ts";
import { message } from "../../../support/telegram/updates.ts";
import { TelegramWire } from "../../../support/telegram/wire.ts";
import type { Said, StormPlatform } from "./platform.ts";

const SECRET = "a-webhook-secret";
const HEADERS = { "content-type": "application/json", "x-telegram-bot-api-secret-token": SECRET };

export async function stormOnTelegram(): Promise<StormPlatform> {
  const server = await startTelegram();
  const wire = new TelegramWire(server.url);
  return {
    name: "telegram",
    vars: {
      TELEGRAM_BOT_TOKEN: WIRE_BOT.token,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_BASE: server.url,
    },
    sent: (said) => ({ headers: HEADERS, body: JSON.stringify(updateOf(said)) }),
    async arrived() {
      const { messages } = await wire.view();
      return messages.map(({ chat_id: chat, text = "" }) => ({ chat, text }));
    },
    close: () => server.close(),
  };
}

function updateOf({ chat, n, text }: Said): object {
  const from = { id: chat, is_bot: false, first_name: "Mona" };
  const place = { id: chat, type: "private", first_name: "Mona" };
  return { update_id: chat * 1_000 + n, message: message({ message_id: n, from, chat: place, text }) };
}

/** Telegram under the contract of channels. */
import type { ChannelFixture } from "../../contract/channels/fixture.ts";

const SECRET = "contract-secret";
const HEADER = "x-telegram-bot-api-secret-token";

export const fixture: ChannelFixture = {
  env: {
    TELEGRAM_BOT_TOKEN: "1001:contract",
    TELEGRAM_WEBHOOK_SECRET: SECRET,
    TELEGRAM_API_BASE: "http://127.0.0.1:9",
  },
  required: ["TELEGRAM_BOT_TOKEN"],
  signature: [HEADER],
  said: ({ id, text, sender = "7001", thread = sender }) => ({
    method: "POST",
    url: "http://nightjar.test/webhooks/telegram",
    headers: new Headers({ "content-type": "application/json", [HEADER]: SECRET }),
    body: new TextEncoder().encode(
      JSON.stringify(update({ id: Number(id), text, sender: Number(sender), chat: Number(thread) })),
    ),
  }),
};

function update({ id, text, sender, chat }: { id: number; text: string; sender: number; chat: number }) {
  const from = { id: sender, is_bot: false, first_name: "Mona" };
  const message = {
    message_id: id,
    date: 1_760_000_000,
    from,
    chat: { id: chat, type: "private", first_name: "Mona" },
    text,
  };
  return { update_id: id, message };
}

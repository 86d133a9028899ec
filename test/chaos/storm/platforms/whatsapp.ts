import { messagesSent } from "../../../support/whatsapp/sent.ts";
import { NUMBER, startWhatsApp } from "../../../support/whatsapp/server.ts";
import type { StormPlatform } from "./platform.ts";

export async function stormOnWhatsApp(): Promise<StormPlatform> {
  const server = await startWhatsApp();
  return {
    name: "whatsapp",
    vars: {
      WHATSAPP_TOKEN: NUMBER.token,
      WHATSAPP_PHONE_ID: NUMBER.phone_id,
      WHATSAPP_APP_SECRET: NUMBER.app_secret,
      WHATSAPP_VERIFY_TOKEN: NUMBER.verify_token,
      WHATSAPP_API_BASE: server.url,
    },
    sent: ({ chat, n, text }) =>
      messagesSent({ id: `wamid.${chat}.${n}`, from: String(chat), type: "text", text: { body: text } }),
    arrived: async () =>
      server.messages.map(({ to, text }) => ({ chat: Number(to), text: text?.body ?? "" })),
    close: () => server.close(),
  };
}

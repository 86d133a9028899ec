/** WhatsApp under the contract of channels. */
import type { ChannelFixture } from "../../contract/channels/fixture.ts";
import { messagesSent, webhookOf } from "./sent.ts";
import { NUMBER } from "./server.ts";

const SENDER = "4915900";

export const fixture: ChannelFixture = {
  env: {
    WHATSAPP_TOKEN: NUMBER.token,
    WHATSAPP_PHONE_ID: NUMBER.phone_id,
    WHATSAPP_APP_SECRET: NUMBER.app_secret,
    WHATSAPP_VERIFY_TOKEN: NUMBER.verify_token,
    WHATSAPP_API_BASE: "http://127.0.0.1:9",
  },
  required: ["WHATSAPP_TOKEN", "WHATSAPP_PHONE_ID", "WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN"],
  signature: ["x-hub-signature-256"],
  said: ({ id, text, sender = SENDER }) =>
    webhookOf(messagesSent({ id: `wamid.${id}`, from: sender, type: "text", text: { body: text } })),
};

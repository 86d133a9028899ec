/** WhatsApp: a number of the Cloud API that receives messages by webhook and answers through the Graph API. */
import { chatPlatform } from "../chat-platform.ts";
import { settingsOf } from "../settings.ts";
import { whatsappChannel } from "./port.ts";
import { numberOf, whatsappSettings } from "./settings.ts";

export const whatsapp = chatPlatform({
  name: "whatsapp",
  open(env, account, { files }) {
    const settings = settingsOf(whatsappSettings, { env, account, shared: ["WHATSAPP_API_BASE"] });
    return "missing" in settings ? settings : whatsappChannel(numberOf(settings, account), files);
  },
  // Meta keeps the token that it was given, so the one that was shown before stays.
  complete: ({ before, secret }) => ({
    ok: true,
    values: { WHATSAPP_VERIFY_TOKEN: before["WHATSAPP_VERIFY_TOKEN"] ?? secret() },
  }),
});

/** Operator settings of a WhatsApp number. */
import { z } from "zod";

export const whatsappSettings = z.object({
  WHATSAPP_TOKEN: z.string("it is a permanent token of a system user").min(1, "it is empty"),
  WHATSAPP_PHONE_ID: z
    .string("it is the Phone number ID of the app's page API Setup")
    .regex(/^\d{5,30}$/, "it is the Phone number ID, digits alone, and not the number itself"),
  WHATSAPP_APP_SECRET: z
    .string("it is the App secret of the app's page Basic settings")
    .regex(/^\w{16,128}$/, "it is the App secret of the app's page Basic settings"),
  WHATSAPP_VERIFY_TOKEN: z
    .string("it is any secret that you make up, and give to the app's page Configuration")
    .min(8, "make it at least 8 characters long"),
  WHATSAPP_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,512}:[A-Za-z_]{2,10}$/, "a template's name and language, such as come_back:en_US")
    .optional(),
  WHATSAPP_API_BASE: z
    .url({ protocol: /^https?$/ })
    .transform((base) => base.replace(/\/+$/, ""))
    .default("https://graph.facebook.com/v25.0"),
});

/** A number with its settings. */
export interface WhatsAppNumber {
  token: string;
  phone_id: string;
  app_secret: string;
  verify_token: string;
  /** The approved template that can be sent when the person has not written for a day. */
  template?: { name: string; language: string };
  /** With the version, without a trailing slash. */
  base: string;
  /** Account name in this house; empty: the first one. */
  account: string;
}

export function numberOf(settings: z.output<typeof whatsappSettings>, account: string): WhatsAppNumber {
  const [name, language] = settings.WHATSAPP_TEMPLATE?.split(":") ?? [];
  return {
    token: settings.WHATSAPP_TOKEN,
    phone_id: settings.WHATSAPP_PHONE_ID,
    app_secret: settings.WHATSAPP_APP_SECRET,
    verify_token: settings.WHATSAPP_VERIFY_TOKEN,
    ...(name !== undefined && language !== undefined && { template: { name, language } }),
    base: settings.WHATSAPP_API_BASE,
    account,
  };
}

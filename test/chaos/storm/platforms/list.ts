import { stormOnDiscord } from "./discord.ts";
import type { StormPlatform } from "./platform.ts";
import { stormOnSlack } from "./slack.ts";
import { stormOnTelegram } from "./telegram.ts";
import { stormOnWhatsApp } from "./whatsapp.ts";

export const STORMS: Readonly<Record<string, () => Promise<StormPlatform>>> = {
  telegram: stormOnTelegram,
  discord: stormOnDiscord,
  slack: stormOnSlack,
  whatsapp: stormOnWhatsApp,
};

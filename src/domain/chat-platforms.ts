/** The platforms on which people chat, by their names here and as people read them. Whoever lists them lists these. */
export const CHAT_PLATFORMS = {
  telegram: "Telegram",
  discord: "Discord",
  slack: "Slack",
  whatsapp: "WhatsApp",
} as const;

export type ChatPlatform = keyof typeof CHAT_PLATFORMS;

export const CHAT_NAMES = Object.keys(CHAT_PLATFORMS) as [ChatPlatform, ...ChatPlatform[]];

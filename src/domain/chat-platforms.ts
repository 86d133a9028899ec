/**
 * The chat platforms: our name of each, and its display name. Every list of platforms derives from this
 * record.
 */
export const CHAT_PLATFORMS = {
  telegram: "Telegram",
  discord: "Discord",
  slack: "Slack",
  whatsapp: "WhatsApp",
} as const;

export type ChatPlatform = keyof typeof CHAT_PLATFORMS;

export function isChatPlatform(name: string): name is ChatPlatform {
  return Object.hasOwn(CHAT_PLATFORMS, name);
}

export const CHAT_NAMES = Object.keys(CHAT_PLATFORMS) as [ChatPlatform, ...ChatPlatform[]];

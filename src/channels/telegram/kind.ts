/** Telegram, which has no adapter yet. */
import { chatPlatform, noAdapter } from "../chat-platform.ts";

export const telegram = chatPlatform({ name: "telegram", label: "Telegram", open: noAdapter });

/** Discord, which has no adapter yet. */
import { chatPlatform, noAdapter } from "../chat-platform.ts";

export const discord = chatPlatform({ name: "discord", label: "Discord", open: noAdapter });

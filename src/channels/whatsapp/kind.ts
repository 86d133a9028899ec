/** WhatsApp, which has no adapter yet. */
import { chatPlatform, noAdapter } from "../chat-platform.ts";

export const whatsapp = chatPlatform({ name: "whatsapp", label: "WhatsApp", open: noAdapter });

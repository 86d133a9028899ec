/** Slack, which has no adapter yet. */
import { chatPlatform, noAdapter } from "../chat-platform.ts";

export const slack = chatPlatform({ name: "slack", label: "Slack", open: noAdapter });

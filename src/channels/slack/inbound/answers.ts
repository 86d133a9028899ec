/** Immediate responses to Slack. */
import type { ParsedWebhook, WebhookAnswer } from "../../channel.ts";

/** Empty, because words here would be shown to the person who pressed a button. */
export const EMPTY: WebhookAnswer = { content_type: "text/plain", body: "" };

export function ignoreWebhook(reason: string): ParsedWebhook {
  return { status: "ignored", reason };
}

/** Visible only to the person who wrote the command. */
export function ephemeralResponse(text: string): WebhookAnswer {
  return { content_type: "application/json", body: JSON.stringify({ response_type: "ephemeral", text }) };
}

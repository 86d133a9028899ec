/** What Slack is told at once. */
import type { ParsedWebhook, WebhookAnswer } from "../../channel.ts";

/** Words here would be shown to whoever pressed a button. */
export const EMPTY: WebhookAnswer = { content_type: "text/plain", body: "" };

export function ignoreWebhook(reason: string): ParsedWebhook {
  return { status: "ignored", reason };
}

/** Only whoever wrote the command reads it. */
export function ephemeralResponse(text: string): WebhookAnswer {
  return { content_type: "application/json", body: JSON.stringify({ response_type: "ephemeral", text }) };
}

/** Immediate responses to Discord interactions. */
import type { Translate } from "../../domain/text/translated/for-people.ts";
import type { ParsedWebhook, WebhookAnswer } from "../channel.ts";
import { NO_PREVIEWS } from "./bodies.ts";

const EPHEMERAL = 64;

function answerOf(body: object): WebhookAnswer {
  return { content_type: "application/json", body: JSON.stringify(body) };
}

export const pong = (): WebhookAnswer => answerOf({ type: 1 });

/** Announces an answer that will follow as an edit of this response. */
export function deferAnswer(isPrivate: boolean): WebhookAnswer {
  return answerOf({ type: 5, ...(isPrivate && { data: { flags: EPHEMERAL } }) });
}

/** Acknowledges a pressed button and leaves its message unchanged. */
export const acknowledgePress = (): WebhookAnswer => answerOf({ type: 6 });

/** Replaces the button's message, without buttons. */
export function replaceMessage(content: string): WebhookAnswer {
  return answerOf({ type: 7, data: { ...said(content), components: [], flags: NO_PREVIEWS } });
}

export function choices(values: readonly string[]): WebhookAnswer {
  return answerOf({ type: 8, data: { choices: values.map((value) => ({ name: value, value })) } });
}

export const ASK_MODAL = "nj:ask";

/** A form with one field, for a command that came without words. */
export function askModal(say: Translate): WebhookAnswer {
  const field = { type: 4, custom_id: "text", label: say("What is it about?"), style: 2, required: true };
  const components = [{ type: 1, components: [{ ...field, max_length: 4_000 }] }];
  return answerOf({ type: 9, data: { custom_id: ASK_MODAL, title: say("Ask"), components } });
}

/** Visible only to the person who pressed or wrote. */
export function ephemeralAnswer(content: string): WebhookAnswer {
  return answerOf({ type: 4, data: { ...said(content.slice(0, 2_000)), flags: EPHEMERAL | NO_PREVIEWS } });
}

function said(content: string) {
  return { content, allowed_mentions: { parse: [] } };
}

export function ephemeralWebhook(content: string): ParsedWebhook {
  return { status: "answer", ...ephemeralAnswer(content) };
}

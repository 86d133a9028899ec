/** Sends one message to a person; after a day of silence, the template that asks them to write. */
import type { Source } from "../../../domain/inbound.ts";
import type { DeliveryResult } from "../../channel.ts";
import { callGraph } from "../api.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { CLOSED, deliveredOf, WINDOW_CLOSED } from "./outcome.ts";

interface OutgoingMessage {
  to: Source;
  /** The message's type and its content. */
  content: { type: string } & Record<string, unknown>;
}

/** Shows which message is answered. */
export async function send(
  number: WhatsAppNumber,
  { to, content }: OutgoingMessage,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const context = to.message === undefined ? {} : { context: { message_id: to.message } };
  const answered = await callGraph(number, messageTo(number, to, { ...context, ...content }), signal);
  const isClosed = answered.status === "refused" && answered.code === WINDOW_CLOSED;
  return isClosed ? sendTemplate(number, to, signal) : deliveredOf(answered);
}

export function messageTo({ phone_id }: WhatsAppNumber, { thread }: Source, content: object) {
  const body = { messaging_product: "whatsapp", recipient_type: "individual", to: thread, ...content };
  return { path: `${phone_id}/messages`, body };
}

async function sendTemplate(
  number: WhatsAppNumber,
  to: Source,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { template } = number;
  const closed = { status: "failed", isClosed: true } as const;
  if (!template) return { ...closed, reason: CLOSED };
  const sent = await invite(number, { to, template }, signal);
  if (sent.status !== "sent") return sent;
  return { ...closed, reason: `${CLOSED} The template ${template.name} was sent instead.` };
}

/** After a day of silence only an approved template gets through: it asks the person to write. */
export async function invite(
  number: WhatsAppNumber,
  { to, template: { name, language } }: { to: Source; template: NonNullable<WhatsAppNumber["template"]> },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const content = { type: "template", template: { name, language: { code: language } } };
  return deliveredOf(await callGraph(number, messageTo(number, to, content), signal));
}

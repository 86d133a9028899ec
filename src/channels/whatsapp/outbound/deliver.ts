/** Delivers messages to a person: text, buttons, files, reactions and typing. */
import type { Source } from "../../../domain/inbound.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import type { Chunk, DeliveryResult, Outgoing } from "../../channel.ts";
import { callGraph } from "../api.ts";
import { formatForWhatsApp } from "../format.ts";
import { actionOf } from "../press.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { type SendDeps, sendMedia } from "./media.ts";
import { deliveredOf } from "./outcome.ts";
import { messageTo, send } from "./send.ts";

/** WhatsApp's limit for the text above buttons. */
const MOST_ABOVE_BUTTONS = 1_024;
const NOBODY: DeliveryResult = { status: "failed", reason: "It isn't a WhatsApp number." };

export async function deliver(
  deps: SendDeps,
  { chunk, to, from }: Outgoing,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (!isNumber(to.thread)) return NOBODY;
  switch (chunk.type) {
    case "text":
      return sendText(deps.number, { chunk, to }, signal);
    case "media": {
      const { media } = chunk;
      return sendMedia(deps, { media, owner: media.owner ?? from.owner, to }, signal);
    }
    default:
      return { status: "failed", reason: "WhatsApp delivers to people only." };
  }
}

function isNumber(thread: string | undefined): thread is string {
  return thread !== undefined && /^[\w.]{3,64}$/.test(thread);
}

type Text = Extract<Chunk, { type: "text" }>;

async function sendText(
  number: WhatsAppNumber,
  { chunk, to }: { chunk: Text; to: Source },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const body = formatForWhatsApp(chunk.text);
  const say = await loadWords(to.language);
  const action = chunk.prompt && actionOf(chunk.prompt, say);
  if (action && body.length <= MOST_ABOVE_BUTTONS) return sendButtons(number, { to, body, action }, signal);
  const sent = await send(
    number,
    { to, content: { type: "text", text: { preview_url: false, body } } },
    signal,
  );
  // The text has asked already. Without the buttons, which only help, the answer comes in words.
  if (action && sent.status === "sent")
    await sendButtons(number, { to, body: say("Your answer:"), action }, signal);
  return sent;
}

function sendButtons(
  number: WhatsAppNumber,
  { to, body, action }: { to: Source; body: string; action: { type: string; action: object } },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const interactive = { ...action, body: { text: body } };
  return send(number, { to, content: { type: "interactive", interactive } }, signal);
}

export async function react(
  number: WhatsAppNumber,
  { to, emoji }: { to: Source; emoji: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { thread, message } = to;
  if (!isNumber(thread) || message === undefined) return NOBODY;
  const content = { type: "reaction", reaction: { message_id: message, emoji } };
  return deliveredOf(await callGraph(number, messageTo(number, to, content), signal));
}

/** Also marks the message as read. */
export async function typing(
  number: WhatsAppNumber,
  { message }: Source,
  signal: AbortSignal,
): Promise<void> {
  if (message === undefined) return;
  const body = {
    messaging_product: "whatsapp",
    status: "read",
    message_id: message,
    typing_indicator: { type: "text" },
  };
  await callGraph(number, { path: `${number.phone_id}/messages`, body }, signal);
}

/** What Meta sends: the challenge, messages, and what became of those that were sent. */
import type { Inbound } from "../../../domain/inbound.ts";
import type { Parsed, WebhookRequest } from "../../channel.ts";
import { jsonAs } from "../../wire/json.ts";
import { pressedOf } from "../press.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { type Message, Payload, type Value } from "./payload.ts";
import { attachmentsOf, textOf } from "./words.ts";

export function parse(number: WhatsAppNumber, { method, url, body }: WebhookRequest): Parsed {
  if (method === "GET") return challenged(new URL(url).searchParams);
  const payload = jsonAs(Payload, body);
  if (!payload) return { status: "ignored", reason: "It is no message of WhatsApp." };
  const values = payload.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  const own = values.filter(({ metadata }) => metadata.phone_number_id === number.phone_id);
  const inbounds = own.flatMap((value) =>
    value.messages.flatMap((message) => inboundOf(number, value, message)),
  );
  if (inbounds.length > 0) return { status: "inbound", inbounds };
  return { status: "ignored", reason: own.length === 0 ? "It is for another number." : toldOf(own) };
}

function challenged(query: URLSearchParams): Parsed {
  const challenge = query.get("hub.challenge") ?? "";
  if (query.get("hub.mode") !== "subscribe" || !/^[\w-]{1,200}$/.test(challenge))
    return { status: "ignored", reason: "It is no challenge." };
  return { status: "answer", content_type: "text/plain", body: challenge };
}

/** Statuses come in any order, and change nothing: an answer counts as sent when WhatsApp has taken it. */
function toldOf(values: readonly Value[]): string {
  const failures = values.flatMap(({ statuses, errors }) => [
    ...errors,
    ...statuses.flatMap((each) => each.errors),
  ]);
  if (failures.length === 0) return "It says nothing to the agent.";
  const words = failures.map(({ code, title }) => `${code} ${title.slice(0, 100)}`.trim());
  return `WhatsApp did not deliver a message: ${words.join("; ")}.`;
}

function inboundOf(number: WhatsAppNumber, { contacts }: Value, message: Message): Inbound[] {
  const { id, from, context, interactive } = message;
  const name = contacts.find(({ wa_id }) => wa_id === from)?.profile.name;
  const source = {
    channel: "whatsapp" as const,
    ...(number.account !== "" && { account: number.account }),
    sender: from,
    ...(name !== undefined && name !== "" && { sender_name: name }),
    thread: from,
    message: id,
  };
  const base = { key: `whatsapp:${id}`, source };
  const pressed = interactive?.button_reply ?? interactive?.list_reply;
  const decided = pressed && pressedOf(pressed.id, base);
  if (decided) return [decided];
  const text = textOf(message);
  const attachments = attachmentsOf(message);
  if (text === "" && attachments.length === 0) return [];
  return [
    {
      ...base,
      type: "user_message",
      parts: text === "" ? [] : [{ type: "text", text }],
      is_addressed: true,
      ...(context?.id !== undefined && { reply_to: context.id }),
      ...(attachments.length > 0 && { attachments }),
    },
  ];
}

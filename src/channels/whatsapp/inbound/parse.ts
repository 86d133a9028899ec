/** Parses Meta's requests: the challenge, messages, and delivery statuses. */
import type { Inbound } from "../../../domain/inbound.ts";
import type { TextPart } from "../../../domain/message.ts";
import { joinedLines, quotesOf, sentAt } from "../../brought.ts";
import type { DeliveryFailure, ParsedWebhook, WebhookRequest } from "../../channel.ts";
import { jsonAs } from "../../wire/json.ts";
import { reasonOf, WINDOW_CLOSED } from "../outbound/outcome.ts";
import { pressedOf } from "../press.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { attachmentsOf, textOf, unreadText } from "./content-text.ts";
import { type Message, Payload, type Status, type Value } from "./payload.ts";

export function parse(number: WhatsAppNumber, { method, url, body }: WebhookRequest): ParsedWebhook {
  if (method === "GET") return challenged(new URL(url).searchParams);
  const payload = jsonAs(Payload, body);
  if (!payload) return { status: "ignored", reason: "It isn't a WhatsApp message." };
  const values = payload.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  const own = values.filter(({ metadata }) => metadata.phone_number_id === number.phone_id);
  const inbounds = own.flatMap((value) =>
    value.messages.flatMap((message) => inboundOf(number, value, message)),
  );
  const undelivered = own.flatMap(({ statuses }) => statuses.flatMap(undeliveredOf));
  const more = undelivered.length > 0 ? { undelivered } : {};
  if (inbounds.length > 0) return { status: "inbound", inbounds, ...more };
  return { status: "ignored", reason: own.length === 0 ? OF_ANOTHER : toldOf(own), ...more };
}

const OF_ANOTHER = "The message is for another number.";

/** Many failures are reported only here, after WhatsApp has accepted the message. */
function undeliveredOf({ id, status, recipient_id: thread, errors: [error] }: Status): DeliveryFailure[] {
  if (status !== "failed" || thread === "") return [];
  const { code = 0, title = "", error_data } = error ?? {};
  const reason = reasonOf({ status: "refused", http: 400, code, message: error_data?.details || title });
  return [{ thread, platform_id: id, reason, ...(code === WINDOW_CLOSED && { isClosed: true as const }) }];
}

function challenged(query: URLSearchParams): ParsedWebhook {
  const challenge = query.get("hub.challenge") ?? "";
  if (query.get("hub.mode") !== "subscribe" || !/^[\w-]{1,200}$/.test(challenge))
    return { status: "ignored", reason: "It isn't a verification challenge." };
  return { status: "answer", content_type: "text/plain", body: challenge };
}

/** Delivery and read receipts change nothing: an answer counts as sent once WhatsApp has accepted it. */
function toldOf(values: readonly Value[]): string {
  const [failure] = values.flatMap(({ errors }) => errors);
  if (!failure) return "It contains nothing for the agent.";
  return `WhatsApp has a problem: ${failure.code} ${failure.title.slice(0, 100)}.`;
}

/** WhatsApp does not name the first author. */
const FORWARDED = { source: "somebody, forwarded" } as const;

function inboundOf(number: WhatsAppNumber, { contacts }: Value, message: Message): Inbound[] {
  const { id, from, context, interactive, reaction } = message;
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
  if (reaction) return [{ ...base, ...reactionOf(reaction) }];
  const attachments = attachmentsOf(message);
  const text = textOf(message) || (attachments.length === 0 ? unreadText(message) : "");
  const isForwarded = context?.forwarded === true || context?.frequently_forwarded === true;
  if (text === "" && attachments.length === 0) return [];
  return [
    {
      ...base,
      type: "user_message",
      parts: [
        ...referred(message),
        ...(text === "" ? [] : [{ type: "text" as const, text, ...(isForwarded && FORWARDED) }]),
      ],
      is_addressed: true,
      ...(context?.id !== undefined && { reply_to: context.id }),
      ...(attachments.length > 0 && { attachments }),
      ...sentAt(message.timestamp, 1_000),
    },
  ];
}

/** The advertisement or the product that the person wrote from. */
function referred({ referral, context }: Message): TextPart[] {
  const { headline, body, source_url } = referral ?? {};
  const product = context?.referred_product?.product_retailer_id;
  return [
    ...quotesOf(joinedLines([headline, body, source_url]), "an advertisement, written from"),
    ...(product === undefined ? [] : quotesOf(`Product ${product}`, "the catalog, asked about")),
  ];
}

function reactionOf({ message_id: to, emoji }: NonNullable<Message["reaction"]>) {
  return { type: "reaction", to, emojis: emoji === "" ? [] : [emoji] } as const;
}

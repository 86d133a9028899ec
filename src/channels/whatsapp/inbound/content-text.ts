/** A message's content in words, and its files. */
import type { RemoteFile } from "../../../domain/inbound.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { parseJson } from "../../../platform/json.ts";
import { joinedLines, unreadKind } from "../../brought.ts";
import type { Media, Message } from "./payload.ts";

export function textOf({
  text,
  button,
  interactive,
  location,
  contacts = [],
  order,
  ...message
}: Message): string {
  const pressed = interactive?.button_reply ?? interactive?.list_reply;
  const captions = mediaOf(message).map(({ media }) => media.caption ?? "");
  const said = [text?.body, button?.text, pressed?.title, ...captions];
  const form = interactive?.nfm_reply;
  const shared = [location && locationText(location), ...contacts.map(contactOf), order && orderText(order)];
  return joinedLines([...said, form && formText(form), ...shared]);
}

/** Answers of a form, one a line; its token says nothing to anybody. */
function formText({
  response_json = "",
  body,
}: NonNullable<NonNullable<Message["interactive"]>["nfm_reply"]>): string {
  const answers = Object.entries(Object(parseJson(response_json))).filter(([name]) => name !== "flow_token");
  const lines = answers.map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return ["[A form was filled in]", ...(lines.length > 0 ? lines : [body ?? ""])]
    .join("\n")
    .slice(0, MOST_OF_FORM);
}

const MOST_OF_FORM = 4_000;

function orderText({ text, product_items }: NonNullable<Message["order"]>): string {
  const items = product_items.map(
    ({ product_retailer_id, quantity, item_price, currency = "" }) =>
      `${quantity} × ${product_retailer_id}${item_price === undefined ? "" : ` at ${item_price} ${currency}`.trimEnd()}`,
  );
  return joinedLines([`[Order: ${items.join(", ")}]`, text]);
}

/** Kinds that report something and that nobody wrote. */
const REPORTS: ReadonlySet<string> = new Set(["system", "request_welcome", "reaction", "revoke", "edit"]);

/** Stands for a message whose content is not here; empty where nobody wrote one. */
export function unreadText({ type, errors }: Message): string {
  if (REPORTS.has(type)) return "";
  if (type !== "unsupported" && type !== "unknown")
    return unreadKind(`a message of the kind "${oneLine(type, 40)}"`);
  const [problem] = errors;
  const why = problem?.error_data?.details || problem?.title;
  const kinds =
    "something that WhatsApp does not pass on to bots, such as a poll or a picture to be seen once";
  return unreadKind(why ? `${kinds} (${oneLine(why, 120)})` : kinds);
}

function locationText({ latitude, longitude, name, address }: NonNullable<Message["location"]>): string {
  const named = [name, address].filter((part) => part !== undefined && part !== "");
  return `Location: ${[...named, `${latitude}, ${longitude}`].join(", ")}`;
}

function contactOf({ name, phones, emails }: NonNullable<Message["contacts"]>[number]): string {
  const ways = [...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)];
  return `Contact: ${[name.formatted_name, ...ways].filter((part) => part !== "").join(", ")}`;
}

interface Found {
  media: Media;
  type: RemoteFile["type"];
  name: string;
}

function mediaOf({
  image,
  sticker,
  audio,
  video,
  document,
}: Pick<Message, "image" | "sticker" | "audio" | "video" | "document">): Found[] {
  const found = [
    { media: image, type: "image" as const, name: "image" },
    { media: sticker, type: "image" as const, name: "sticker" },
    { media: audio, type: "audio" as const, name: "audio" },
    { media: video, type: "file" as const, name: "video" },
    { media: document, type: "file" as const, name: "document" },
  ];
  return found.flatMap(({ media, ...rest }) => (media ? [{ media, ...rest }] : []));
}

export function attachmentsOf(message: Message): RemoteFile[] {
  return mediaOf(message).map(({ media, type, name }) => ({
    ref: media.id,
    type,
    name: media.filename ?? name,
    media_type: media.mime_type.replace(/;.*$/, "").trim(),
    ...(media.voice === true && { is_voice: true as const }),
  }));
}

/** A message's content in words, and its files. */
import type { RemoteFile } from "../../../domain/inbound.ts";
import type { Media, Message } from "./payload.ts";

export function textOf({ text, button, interactive, location, contacts = [], ...message }: Message): string {
  const pressed = interactive?.button_reply ?? interactive?.list_reply;
  const captions = mediaOf(message).map(({ media }) => media.caption ?? "");
  const said = [text?.body ?? "", button?.text ?? "", pressed?.title ?? "", ...captions];
  const shared = [location ? locationText(location) : "", ...contacts.map(contactOf)];
  return [...said, ...shared].filter((part) => part.trim() !== "").join("\n");
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

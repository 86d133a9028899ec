/** Sends a file to a person: uploads it, then sends it by id. Types that WhatsApp does not show are sent as documents. */
import { z } from "zod";
import type { Source } from "../../../domain/inbound.ts";
import type { MediaPart } from "../../../domain/message.ts";
import type { DeliveryResult } from "../../channel.ts";
import type { ChannelFiles, OutgoingFile } from "../../kind.ts";
import { callGraph } from "../api.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { deliveredOf } from "./outcome.ts";
import { send } from "./send.ts";

const MB = 1024 * 1024;
const MOST_BYTES = 100 * MB;
const SHOWN = [
  { type: "image", kinds: /^image\/(?:jpeg|png)$/, most: 5 * MB },
  { type: "audio", kinds: /^audio\/(?:aac|mp4|mpeg|amr|ogg)$/, most: 16 * MB },
  { type: "video", kinds: /^video\/(?:mp4|3gpp)$/, most: 16 * MB },
] as const;

export interface SendDeps {
  number: WhatsAppNumber;
  files: ChannelFiles;
}

interface Media {
  media: MediaPart;
  owner: string;
  to: Source;
}

export async function sendMedia(
  { number, files }: SendDeps,
  { media, owner, to }: Media,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const file = await readable(files.read(owner, media.file_id, "voice_note"));
  if (file === "unread") return { status: "later", reason: "The file could not be read." };
  if (!file) return { status: "failed", reason: "The file is gone." };
  if (file.bytes.length > MOST_BYTES)
    return { status: "failed", reason: "The file is too large for WhatsApp: the limit is 100 MB." };
  const uploaded = await upload(number, file, signal);
  if (!("id" in uploaded)) return uploaded;
  const type = typeOf(file);
  const isVoice = type === "audio" && /^audio\/ogg\b/.test(file.media_type);
  const content = {
    id: uploaded.id,
    ...(type === "document" && { filename: file.name }),
    ...(isVoice && { voice: true }),
  };
  return send(number, { to, content: { type, [type]: content } }, signal);
}

async function readable(
  reading: Promise<OutgoingFile | undefined>,
): Promise<OutgoingFile | undefined | "unread"> {
  try {
    return await reading;
  } catch {
    // The file store is out of reach; nothing was sent.
    return "unread";
  }
}

function typeOf({ media_type, bytes }: OutgoingFile): string {
  const shown = SHOWN.find(({ kinds, most }) => kinds.test(media_type) && bytes.length <= most);
  return shown?.type ?? "document";
}

const Uploaded = z.object({ id: z.string().min(1) });

/** Uploads the bytes. Nobody sees an upload before it is sent, so every failure may be retried. */
async function upload(
  number: WhatsAppNumber,
  { name, media_type, bytes }: OutgoingFile,
  signal: AbortSignal,
): Promise<{ id: string } | DeliveryResult> {
  const body = new FormData();
  body.set("messaging_product", "whatsapp");
  body.set("type", media_type);
  body.set("file", new File([new Uint8Array(bytes)], name, { type: media_type }));
  const answered = await callGraph(number, { path: `${number.phone_id}/media`, body }, signal);
  if (answered.status === "unknown") return { status: "later", reason: answered.reason };
  if (answered.status === "refused") return deliveredOf(answered);
  const uploaded = Uploaded.safeParse(answered.body).data;
  return uploaded ?? { status: "failed", reason: "WhatsApp returned no file address." };
}

/** Sends files: pictures as pictures, voice notes as voice notes, all else as documents. */

import type { MediaPart } from "../../../domain/message.ts";
import type { DeliveryResult } from "../../channel.ts";
import type { ChannelFiles, OutgoingFile } from "../../kind.ts";
import { callTelegram, type TelegramResponse } from "../api.ts";
import type { Bot } from "../settings.ts";
import { type Destination, whereItIs } from "./destination.ts";
import { deliveredOf, isAbout } from "./outcome.ts";

const MB = 1024 * 1024;
const LARGEST = 50 * MB;
const LARGEST_PHOTO = 10 * MB;

interface MediaDeps {
  bot: Bot;
  files: ChannelFiles;
}

interface MediaDelivery {
  media: MediaPart;
  owner: string;
  at: Destination;
}

export async function sendMedia(
  { bot, files }: MediaDeps,
  { media, owner, at }: MediaDelivery,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const file = await read(files, owner, media.file_id);
  if (file === "unreadable") return { status: "later", reason: "The file could not be read." };
  if (!file) return { status: "failed", reason: "The file no longer exists." };
  if (file.bytes.length > LARGEST)
    return { status: "failed", reason: "The file is too large for Telegram: bots can send up to 50 MB." };
  return deliveredOf(await whereItIs(at, (there) => sent(bot, { file, at: there }, signal)));
}

async function read(files: ChannelFiles, owner: string, id: string) {
  try {
    return await files.read(owner, id, "voice_note");
  } catch {
    // The store did not answer; a later attempt may succeed.
    return "unreadable";
  }
}

type Way = "photo" | "animation" | "voice" | "audio" | "video" | "document";

const METHODS = {
  photo: "sendPhoto",
  animation: "sendAnimation",
  voice: "sendVoice",
  audio: "sendAudio",
  video: "sendVideo",
  document: "sendDocument",
} as const satisfies Record<Way, string>;

async function sent(
  bot: Bot,
  { file, at }: { file: OutgoingFile; at: Destination },
  signal: AbortSignal,
): Promise<TelegramResponse> {
  const way = wayOf(file);
  const answered = await call(bot, { file, at, way }, signal);
  // Telegram refused this form (a picture too long or malformed, a person who takes no voice messages): send it as a
  // document.
  if (way === "document" || !isAbout(answered, UNFIT)) return answered;
  return call(bot, { file, at, way: "document" }, signal);
}

const UNFIT =
  /PHOTO_|IMAGE_PROCESS_FAILED|VOICE_MESSAGES_FORBIDDEN|wrong type of the web page|can't process|wrong file/i;

function call(
  bot: Bot,
  { file, at, way }: { file: OutgoingFile; at: Destination; way: Way },
  signal: AbortSignal,
): Promise<TelegramResponse> {
  // The file itself is sent beside the other fields.
  const fields = { ...at, [way]: `attach://${way}` } as never;
  return callTelegram(bot, { method: METHODS[way], fields, file: { field: way, ...file } }, signal);
}

const WAYS: readonly [RegExp, Way][] = [
  [/^image\/gif$/, "animation"],
  [/^image\/(?:jpeg|png|webp)$/, "photo"],
  [/^audio\/(?:ogg|opus)\b/, "voice"],
  [/^audio\/(?:mpeg|mp3|mp4|m4a|x-m4a)$/, "audio"],
  [/^video\/mp4$/, "video"],
];

function wayOf({ media_type, bytes }: OutgoingFile): Way {
  const way = WAYS.find(([pattern]) => pattern.test(media_type))?.[1] ?? "document";
  return way === "photo" && bytes.length > LARGEST_PHOTO ? "document" : way;
}

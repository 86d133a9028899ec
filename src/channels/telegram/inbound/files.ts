/** Files of a message, by Telegram's handles. */
import type { RemoteFile } from "../../../domain/inbound.ts";
import type { Content, TelegramFile } from "./update.ts";

export function filesOf(message: Content & { message_id: number }): RemoteFile[] {
  const { photo, animation, document, video, video_note, audio, voice, sticker, message_id: id } = message;
  // Smaller copies of the same picture come first.
  const largest = photo?.at(-1);
  const files = [
    largest && fileOf(largest, { name: `photo-${id}.jpg`, media_type: "image/jpeg" }),
    // Telegram also sends an animation as a document.
    animation && fileOf(animation, { name: `animation-${id}.mp4`, media_type: "video/mp4" }),
    document && !animation
      ? fileOf(document, { name: `file-${id}`, media_type: "application/octet-stream" })
      : undefined,
    video && fileOf(video, { name: `video-${id}.mp4`, media_type: "video/mp4" }),
    video_note && fileOf(video_note, { name: `video-${id}.mp4`, media_type: "video/mp4" }),
    audio && fileOf(audio, { name: `audio-${id}.mp3`, media_type: "audio/mpeg" }),
    voice && {
      ...fileOf(voice, { name: `voice-${id}.ogg`, media_type: "audio/ogg" }),
      is_voice: true as const,
    },
    sticker && !sticker.is_animated && !sticker.is_video
      ? fileOf(sticker, { name: `sticker-${id}.webp`, media_type: "image/webp" })
      : undefined,
  ];
  return files.filter((file) => file !== undefined);
}

function fileOf(
  { file_id: ref, file_name, mime_type, file_size: size }: TelegramFile,
  usual: { name: string; media_type: string },
): RemoteFile {
  const media_type = mime_type ?? usual.media_type;
  const file = { ref, type: typeOf(media_type), name: file_name ?? usual.name, media_type };
  return size === undefined ? file : { ...file, size };
}

function typeOf(media_type: string): RemoteFile["type"] {
  if (media_type.startsWith("image/")) return "image";
  return media_type.startsWith("audio/") ? "audio" : "file";
}

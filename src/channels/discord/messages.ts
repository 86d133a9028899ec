/** Who and what a message of Discord shows: names, and files. */
import type { RemoteFile } from "../../domain/inbound.ts";
import type { DiscordAttachment, DiscordUser } from "./wire.ts";

export function nameOf({ username, global_name, id }: DiscordUser, nick?: string | null): string {
  return [nick, global_name, username].find((name) => name) ?? id;
}

/** Its address is good for a day or so. */
export function fileOf({ url, filename, content_type, size, duration_secs }: DiscordAttachment): RemoteFile {
  const media_type = content_type?.split(";")[0]?.trim() || "application/octet-stream";
  const kind = media_type.split("/")[0];
  return {
    ref: url,
    type: kind === "image" || kind === "audio" ? kind : "file",
    name: filename,
    media_type,
    ...(size !== undefined && { size }),
    ...(duration_secs !== undefined && { is_voice: true as const }),
  };
}

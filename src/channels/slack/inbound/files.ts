/** Files of a message. They are downloaded by id: an address in a message is not trusted. */
import type { RemoteFile } from "../../../domain/inbound.ts";
import type { SlackFile } from "./envelope.ts";

/** Modes of files that Slack names without giving access. */
const GONE: ReadonlySet<string> = new Set(["tombstone", "hidden_by_limit"]);

export function attachmentsOf(files: readonly SlackFile[]): RemoteFile[] {
  return files.filter(({ mode }) => mode === undefined || !GONE.has(mode)).map(attachmentOf);
}

function attachmentOf({ id, name, mimetype, size, subtype }: SlackFile): RemoteFile {
  const isVoice = subtype === "slack_audio";
  const type =
    isVoice || mimetype.startsWith("audio/") ? "audio" : mimetype.startsWith("image/") ? "image" : "file";
  return {
    ref: id,
    type,
    name: name ?? id,
    media_type: mimetype,
    ...(size !== undefined && { size }),
    ...(isVoice && { is_voice: true as const }),
  };
}

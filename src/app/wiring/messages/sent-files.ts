/** Stores files that people send to chats among their keeper's files, and transcribes voice messages. */
import type { ConversationPorts } from "../../../../durable-objects/conversation/ports.ts";
import { portOf } from "../../../channels/channel.ts";
import { type Fetching, SENT_FILES, withSentFiles } from "../../../channels/sent-files.ts";
import { mediaPart } from "../../../tools/files/port.ts";
import type { House } from "../../house.ts";

type SentFileParts = Pick<House, "channels" | "files" | "transcriber" | "preferenceCache">;

export function wireSentFiles(parts: SentFileParts): ConversationPorts["fetchFiles"] {
  const { channels, files } = parts;
  return async (owner, message, signal) => {
    await channels.ready?.(message.source.channel, message.source.account);
    const port = portOf(channels, message.source);
    const hear = hearing(parts, owner);
    const fetching = {
      download: port?.download?.bind(port),
      keep: async (file: Parameters<House["files"]["put"]>[1]) => mediaPart(await files.put(owner, file)),
      ...(hear && { hear }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(SENT_FILES.within_ms)]),
    };
    return withSentFiles(fetching, message);
  };
}

/** A message whose files are fetched anew, after a crash, is not paid again. */
function hearing(
  { transcriber, preferenceCache }: SentFileParts,
  owner: string,
): Fetching["hear"] | undefined {
  const transcribe = transcriber();
  if (!transcribe) return undefined;
  return async (sound) => {
    const language = (await preferenceCache.get(owner)).language ?? undefined;
    return transcribe({ ...sound, language, payer: { owner }, once: "voice message" });
  };
}

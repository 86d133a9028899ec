/** Stores files that people send to chats among their keeper's files, and transcribes voice messages. */
import type { ConversationPorts } from "../../../../durable-objects/conversation/ports.ts";
import { portOf } from "../../../channels/channel.ts";
import { SENT_FILES, withSentFiles } from "../../../channels/sent-files.ts";
import { mediaPart } from "../../../tools/files/port.ts";
import type { House } from "../../house.ts";

export function wireSentFiles({
  channels,
  files,
  transcriber,
}: Pick<House, "channels" | "files" | "transcriber">): ConversationPorts["fetchFiles"] {
  return async (owner, message, signal) => {
    await channels.ready?.(message.source.channel, message.source.account);
    const port = portOf(channels, message.source);
    const transcribe = transcriber();
    const fetching = {
      download: port?.download?.bind(port),
      keep: async (file: Parameters<House["files"]["put"]>[1]) => mediaPart(await files.put(owner, file)),
      ...(transcribe && { hear: transcribe }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(SENT_FILES.within_ms)]),
    };
    return withSentFiles(fetching, message);
  };
}

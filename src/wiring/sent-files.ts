/** Files that people send to chats come into the files of whose conversation it is. */
import { portOf } from "../channels/channel.ts";
import { SENT_FILES, withSentFiles } from "../channels/sent-files.ts";
import type { House } from "../house.ts";
import type { FrontDoorDeps } from "../routing/front-door.ts";
import { isSpoken } from "../routing/hearing.ts";
import { mediaPart } from "../tools/files/port.ts";

/** `house` is asked when a file comes: the front door is there before the channels are. */
export function wireSentFiles(
  house: () => Pick<House, "channels" | "files" | "transcribe">,
): FrontDoorDeps["fetchFiles"] {
  return (owner, message) => {
    const { channels, files, transcribe } = house();
    const port = portOf(channels, message.source);
    // What is to be written down comes by a job: no platform waits for it.
    const isAwaited = !transcribe || !isSpoken(message);
    const within_ms = (isAwaited ? port?.limits.files_within_ms : undefined) ?? SENT_FILES.within_ms;
    const fetching = {
      download: port?.download?.bind(port),
      keep: async (file: Parameters<House["files"]["put"]>[1]) => mediaPart(await files.put(owner, file)),
      ...(transcribe && { hear: transcribe }),
      signal: AbortSignal.timeout(within_ms),
    };
    return withSentFiles(fetching, message);
  };
}

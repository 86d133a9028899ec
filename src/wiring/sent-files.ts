/** Files that people send to chats come into the files of whose conversation it is. */
import { portOf } from "../channels/channel.ts";
import { SENT_FILES, withSentFiles } from "../channels/sent-files.ts";
import type { House } from "../house.ts";
import type { FrontDoorDeps } from "../routing/front-door.ts";
import { mediaPart } from "../tools/files/port.ts";

/** `house` is asked when a file comes: the front door is there before the channels are. */
export function wireSentFiles(house: () => Pick<House, "channels" | "files">): FrontDoorDeps["fetchFiles"] {
  return (owner, message) => {
    const { channels, files } = house();
    const port = portOf(channels, message.source);
    const fetching = {
      download: port?.download?.bind(port),
      keep: async (file: Parameters<House["files"]["put"]>[1]) => mediaPart(await files.put(owner, file)),
      signal: AbortSignal.timeout(port?.limits.files_within_ms ?? SENT_FILES.within_ms),
    };
    return withSentFiles(fetching, message);
  };
}

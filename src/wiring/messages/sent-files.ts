/** Files that people send to chats come into the files of whose conversation it is, once. */
import { askConversation } from "../../../durable-objects/stubs.ts";
import { portOf } from "../../channels/channel.ts";
import { SENT_FILES, withSentFiles } from "../../channels/sent-files.ts";
import type { House } from "../../house.ts";
import type { FrontDoorDeps } from "../../routing/door.ts";
import { isSpoken } from "../../routing/hearing.ts";
import { mediaPart } from "../../tools/files/port.ts";
import { placeKey } from "./message-key.ts";

/** While one machine fetches them, no other does: longer than it takes. A machine that died is waited for no longer. */
const AT_A_TIME = { most: 1, seconds: 20 };

type Kept = Pick<House, "env" | "tries" | "channels" | "files" | "transcribe">;

/** `house` is asked when a file comes: the front door is there before the channels are. */
export function wireSentFiles(house: () => Kept): Pick<FrontDoorDeps, "fetchFiles" | "filesWanted"> {
  return { fetchFiles: fetcher(house), filesWanted: wanting(house) };
}

function wanting(house: () => Kept): FrontDoorDeps["filesWanted"] {
  return async (id, message) => {
    const { env, tries, transcribe } = house();
    const { key } = message;
    if (await askConversation(env, id, async (stub) => stub.hasTaken(key))) return "taken";
    // A job that there is once fetches for those.
    if (transcribe && isSpoken(message)) return "yes";
    const counted = { name: `files:${placeKey(message)}`, allowance: AT_A_TIME };
    return (await tries.take([counted])) > 0 ? "under_way" : "yes";
  };
}

function fetcher(house: () => Kept): FrontDoorDeps["fetchFiles"] {
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

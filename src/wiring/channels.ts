/** The channels of this Worker, and what they need of the house. */
import type { ChannelFiles } from "../channels/kind.ts";
import { type ChannelKinds, openChannels } from "../channels/kinds.ts";
import type { House } from "../house.ts";
import { type InboxParts, wireInboxes } from "./inboxes.ts";

export interface ChannelParts extends Pick<InboxParts, "env" | "log"> {
  kinds: ChannelKinds;
  files: House["files"];
  entrance: Pick<InboxParts, "indexNew">;
}

export function wireChannels({ env, kinds, log, files, entrance }: ChannelParts): House["channels"] {
  const conversations = wireInboxes({ env, log, ...entrance });
  return openChannels(kinds, env, { conversations, files: channelFiles(files) });
}

function channelFiles(files: House["files"]): ChannelFiles {
  return { read: (owner, file_id) => files.get(owner, file_id) };
}

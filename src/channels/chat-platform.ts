/** Defaults of the chat platforms: answers are delivered to them, and people write in bursts. */
import { CHAT_PLATFORMS, type ChatPlatform } from "../domain/chat-platforms.ts";
import type { ChannelKind } from "./kind.ts";

export function chatPlatform({
  name,
  ...own
}: Pick<ChannelKind, "open" | "complete"> & { name: ChatPlatform }): ChannelKind {
  const label = CHAT_PLATFORMS[name];
  const framing = `The person writes on ${label}.`;
  return { name, label, framing, carried: true, peers: "people", debounce_ms: 600, reached_by: name, ...own };
}

/** What the chat platforms have in common: answers are carried there, and people write in bursts. */
import type { ChannelKind } from "./kind.ts";

export function chatPlatform({
  name,
  label,
  open,
}: Pick<ChannelKind, "name" | "label" | "open">): ChannelKind {
  const framing = `The person writes on ${label}.`;
  return { name, label, framing, carried: true, peers: "people", debounce_ms: 600, reached_by: name, open };
}

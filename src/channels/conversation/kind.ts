/** Conversations as a channel: a child reports to its parent the way a reply goes to a chat. */
import type { ChannelKind } from "../kind.ts";
import { conversationChannel } from "./port.ts";

export const conversation: ChannelKind = {
  name: "conversation",
  label: "the conversation that asked for it",
  framing: "Another agent gave you this task: your reply goes back to it as your report.",
  carried: true,
  peers: "agents",
  debounce_ms: 0,
  open: (_env, _account, { conversations }) => conversationChannel(conversations),
};

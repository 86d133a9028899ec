/** A channel as one record: all that sets it apart from the other channels is read from here. */
import type { ToolRule } from "../domain/agent.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Channel, Inbound, Receipt } from "../domain/inbound.ts";
import type { ChannelPort, NotOpen } from "./channel.ts";

/** What channels need of the house beyond settings. */
export interface ChannelDeps {
  conversations: ConversationInboxes;
  files: ChannelFiles;
  marks: SharedMarks;
}

/** What the isolates of one instance tell each other: a name that one has put is known to all for a minute. May reject. */
export interface SharedMarks {
  put(name: string): Promise<void>;
  has(name: string): Promise<boolean>;
}

/** What is sent as a file. */
export interface ChannelFiles {
  /** Undefined when it is gone. May reject. */
  read(owner: string, file_id: string): Promise<OutgoingFile | undefined>;
}

export interface OutgoingFile {
  name: string;
  media_type: string;
  bytes: Uint8Array;
}

export interface ConversationInboxes {
  /** Hands an input to another conversation of the same owner. Rejects when nobody knows whether it arrived. */
  receive(to: ConversationId, owner: string, inbound: Inbound): Promise<Result<Receipt>>;
  /** The same for its first one: makes the conversation if it is new. */
  begin(init: ConversationInit, inbound: Inbound): Promise<Result<Receipt>>;
}

export interface ChannelKind {
  name: Channel;
  /** For people to read. */
  label: string;
  /** What the agent is told of where the words came from. */
  framing: string;
  /** Whether an answer has to be carried to where the words came from, or is fetched by those who asked. */
  carried: boolean;
  /** Who is at the other end. Agents are told of outcomes and not in words, and what they say decides nothing. */
  peers: "people" | "agents";
  /** Whether people whom the house does not know may write; absent: nobody may whose account there is not linked. */
  strangers?: "guests";
  /** How long a burst from one sender is combined, in ms. */
  debounce_ms: number;
  /** The place by which an agent that has something to say reaches its conversations; absent: by none. */
  reached_by?: Channel;
  /** For calls of tools in turns that come from here, on top of the agent's own: the stricter rule holds. */
  rules?: Readonly<Record<string, ToolRule>>;
  /**
   * The port of one of its accounts, or why there is none: what is missing is said with the name of the setting. `env` is
   * where the settings are; a channel reads its own. Never throws.
   */
  open(env: object, account: string, deps: ChannelDeps): ChannelPort | NotOpen;
}

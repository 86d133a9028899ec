/** What enters a conversation. Every input of every kind is one of these four. */
import type { CallId, MessageId } from "./ids.ts";
import type { Part } from "./message.ts";

export type Channel = "web" | "http" | "cli" | "telegram" | "discord" | "slack" | "whatsapp" | "system";

/** Where an input came from, and so how its answer is framed and delivered. */
export interface Source {
  channel: Channel;
  /** Identity within the channel; one sender's burst is combined. */
  sender: string;
  /** For people to read. */
  sender_name?: string;
  /** The channel's own place (chat, topic, DM), for delivery. */
  thread?: string;
  /** The channel's own id of the message, for reactions. */
  message?: string;
}

interface InboundBase {
  /** Unique per conversation: the platform's id or the client's. A second one is a duplicate. */
  key: string;
  source: Source;
}

export interface UserMessage extends InboundBase {
  type: "user_message";
  parts: Part[];
  agent?: string;
  mode?: string;
  /** `provider/model`. */
  model?: string;
  /** Branches from here instead of the active head. Null starts a new root. */
  parent_id?: MessageId | null;
}

/** The outcome of a parked call: an answer, an approval, a finished child. */
export interface ToolResultInbound extends InboundBase {
  type: "tool_result";
  call_id: CallId;
  content: string;
  is_error: boolean;
}

/** A schedule fired, a job finished: the agent is told, and answers as to a message. */
export interface Notice extends InboundBase {
  type: "notice";
  text: string;
  /** Which context files the agent sees for it. */
  tier?: "full" | "operational";
  /** These are an agent's own words for the person, word for word: shown as its message, and no turn answers them. */
  spoken_by?: { agent: string; author: string };
}

export interface Command extends InboundBase {
  type: "command";
  command:
    | { name: "halt" }
    | { name: "regenerate"; message_id: MessageId }
    /** What comes of these is told by a notice. */
    | { name: "compact" }
    | { name: "undo_compact" };
}

export type Inbound = UserMessage | ToolResultInbound | Notice | Command;

export type Refusal =
  | "not_found"
  | "forbidden"
  | "archived"
  | "queue_full"
  | "too_large"
  | "no_such_call"
  | "malformed";

export type Receipt =
  | { status: "accepted"; turn_id: string | null; message_id: string | null; seq: number }
  | { status: "duplicate"; turn_id: string | null; message_id: string | null; seq: number }
  | { status: "refused"; refusal: Refusal; reason: string };

/** What enters a conversation. Every input of every kind is one of these eight. */
import type { ChatPlatform } from "./chat-platforms.ts";
import type { CallId, MessageId } from "./ids.ts";
import type { MediaPart, Part } from "./message.ts";
import type { Actor, Principal } from "./principal.ts";
import type { Trust } from "./trust.ts";

export type Channel =
  | "web"
  | "http"
  | "cli"
  | ChatPlatform
  | "system"
  /** Another conversation: the thread is its id, and the message is its call that waits. */
  | "conversation";

/** Where an input came from, and so how its answer is framed and delivered. */
export interface Source {
  channel: Channel;
  /** One bot of the channel; of HTTP, the person whose senders these are. Absent: the only one. */
  account?: string;
  /** More people than the sender read what is said there. */
  is_group?: true;
  /** They speak, and wait to hear the answer: a question is of use for a minute. */
  is_live?: true;
  /** Identity within the channel; one sender's burst is combined. */
  sender: string;
  /** For people to read. */
  sender_name?: string;
  /** The channel's own place (chat, topic, DM), for delivery. */
  thread?: string;
  /** The channel's own id of the message, for reactions. */
  message?: string;
  /** What else the channel needs to answer there, in its own words: a token that answers one command, say. */
  reply_token?: string;
}

/** A file that the platform of a channel keeps: it is fetched before an agent reads the message. */
export interface RemoteFile {
  /** The channel's own handle. */
  ref: string;
  type: "image" | "audio" | "file";
  name: string;
  media_type: string;
  /** Bytes, as far as the platform has said. */
  size?: number;
  /** Somebody has spoken it: the agent reads what was said. */
  is_voice?: true;
}

interface InboundBase {
  /** Unique per conversation: the platform's id or the client's. A second one is a duplicate. */
  key: string;
  source: Source;
  /**
   * Who is signed in and does this, as the Worker has established it. Absent when only the channel knows the sender, or
   * when no person does it.
   */
  actor?: Principal;
  /** For whom no person but a schedule, a job or an agent does it: whose words have set that going, where they were not the owner's. */
  behalf?: Actor;
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
  /** The message that it replies to, by our id or the channel's: the agent that said that answers. */
  reply_to?: string;
  /** The sender has edited a message: its earlier wordings came under keys that begin so. One that says the same is a duplicate. */
  edits?: string;
  /** In a group: the agent was mentioned, replied to or commanded. */
  is_addressed?: true;
  /** A program has written it for who is signed in, and may have read what anybody wrote. Absent: as it is known of who says it. */
  trust?: "untrusted";
  attachments?: RemoteFile[];
}

/** A person's answer to a question: the result of the call that asked it. */
export interface ToolResultInbound extends InboundBase {
  type: "tool_result";
  call_id: CallId;
  content: string;
  /** Nobody answered in time. */
  expired?: true;
  /** As the conversation saw it that passes it on; absent: as it is known of who answers. */
  trust?: Trust;
}

/** What becomes of a call that waits for approval. `expired`: nobody decided in time, which counts as a no. */
export interface DecisionInbound extends InboundBase {
  type: "decision";
  call_id: CallId;
  decision: "once" | "always" | "deny" | "expired";
  /** Of a `deny`: the agent is told. */
  reason?: string;
}

/** What came of the job or the child that a call has set going. */
export interface ReportInbound extends InboundBase {
  type: "report";
  call_id: CallId;
  outcome: ReportOutcome;
  /** Of a child. */
  account?: ReportAccount;
}

/** What a child took to come to its outcome, with all below it. */
export interface ReportAccount {
  steps: number;
  /** US dollars, as far as prices are known. */
  cost_usd: number;
  /** Of what its model had seen, and so of what it says. */
  trust: Trust;
}

export type ReportOutcome =
  | { status: "completed"; text: string }
  | { status: "halted" | "failed"; reason: string; retryable: boolean }
  /** It took longer than it may. */
  | { status: "given_up" };

/** All that a child wants of a person before it goes on: an answer, a decision. What is not in the list any more is settled. */
export interface QuestionInbound extends InboundBase {
  type: "question";
  /** The call that set the child going. */
  call_id: CallId;
  asks: ChildAsk[];
}

interface Asked {
  /** The child's own call: what the person says goes to it. */
  call_id: CallId;
  /** ms since the epoch; absent: it waits for ever. */
  expires_at?: number;
}

export type ChildQuestion = Asked & { type: "question"; question: string; options: string[] };

/** `agent`: the slug to which "always" is said. */
export type ChildApproval = Asked & {
  type: "approval";
  tool: string;
  input: unknown;
  reason: string;
  agent: string;
};

export type ChildAsk = ChildQuestion | ChildApproval;

/** A schedule fired, a job finished: the agent is told, and answers as to a message. */
export interface Notice extends InboundBase {
  type: "notice";
  text: string;
  /** Which context files the agent sees for it. */
  tier?: "full" | "operational";
  /** These are an agent's own words for the person, word for word: shown as its message, and no turn answers them. */
  spoken_by?: { agent: string; author: string };
  /** What somebody outside has said of it: a part of its own, marked before a model, and the turn is tainted. */
  quoted?: { source: string; text: string };
  /** What came along with that, as the owner's files. */
  files?: MediaPart[];
  /** Who answers it, where that is not as the agent is set: `provider/model`. */
  model?: string;
  /** The answer goes to the chat where the person wrote last, if there is one. */
  is_for_person?: true;
  /** Whose words it holds. Absent: trusted. */
  trust?: Trust;
}

/** Somebody has reacted to an agent's message with emojis, or has taken that back: the agent reads it with what is said next. */
export interface ReactionInbound extends InboundBase {
  type: "reaction";
  /** The channel's own id of the message. */
  to: string;
  /** All of theirs that are there now; of one that is no character, what it is called. */
  emojis: string[];
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

export type Inbound =
  | UserMessage
  | ToolResultInbound
  | DecisionInbound
  | ReportInbound
  | QuestionInbound
  | Notice
  | ReactionInbound
  | Command;

export type Refusal =
  | "not_found"
  | "forbidden"
  | "archived"
  /** Of a visit in a room: it is over. */
  | "closed"
  /** What has to be known first cannot be read now. */
  | "unavailable"
  | "queue_full"
  | "too_large"
  | "no_such_call"
  /** Of a report: what it answers may still come to wait. Send it again. */
  | "too_early"
  | "malformed";

export type Receipt =
  | { status: "accepted"; turn_id: string | null; message_id: string | null; seq: number }
  | { status: "duplicate"; turn_id: string | null; message_id: string | null; seq: number }
  | Refused;

/** Nothing has changed. `reason` is public and says what to do. */
export interface Refused {
  status: "refused";
  refusal: Refusal;
  reason: string;
}

export function refused(refusal: Refusal, reason: string): Refused {
  return { status: "refused", refusal, reason };
}

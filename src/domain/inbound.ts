/** What enters a conversation. Every input of every kind is one of these seven. */
import type { CallId, MessageId } from "./ids.ts";
import type { Part } from "./message.ts";
import type { Principal } from "./principal.ts";

export type Channel =
  | "web"
  | "http"
  | "cli"
  | "telegram"
  | "discord"
  | "slack"
  | "whatsapp"
  | "system"
  /** Another conversation: the thread is its id, and the message is its call that waits. */
  | "conversation";

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
  /**
   * Who is signed in and does this, as the Worker has established it. Absent when only the channel knows the sender, or
   * when no person does it.
   */
  actor?: Principal;
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

/** A person's answer to a question: the result of the call that asked it. */
export interface ToolResultInbound extends InboundBase {
  type: "tool_result";
  call_id: CallId;
  content: string;
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
}

export type ReportOutcome =
  | { status: "completed"; text: string }
  | { status: "halted" | "failed"; reason: string; retryable: boolean }
  /** The parent waits no longer: its time limit, its budget or the depth of children is used up. */
  | { status: "given_up"; reason: "patience" | "budget" | "depth" };

/** A child asks what only the person can tell, before it goes on. */
export interface QuestionInbound extends InboundBase {
  type: "question";
  /** The call that waits for the child. */
  call_id: CallId;
  asks: ChildQuestion;
}

export interface ChildQuestion {
  /** The child's own call: the answer goes to it. */
  call_id: CallId;
  question: string;
  options: string[];
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

export type Inbound =
  | UserMessage
  | ToolResultInbound
  | DecisionInbound
  | ReportInbound
  | QuestionInbound
  | Notice
  | Command;

export type Refusal =
  | "not_found"
  | "forbidden"
  | "archived"
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

/** Inputs of a conversation. Every input is of one of these ten kinds. */
import { CHAT_NAMES } from "./chat-platforms.ts";
import type { ChildAsk } from "./conversation/child-asks.ts";
import type { GrantScope } from "./grants/scopes.ts";
import type { CallId, MessageId } from "./ids.ts";
import type { CitationPart, HeardPart, MediaPart, Part, TextPart } from "./message.ts";
import type { Actor, Principal } from "./principal.ts";
import type { ClientResult, ClientTools } from "./program/client-tools.ts";
import type { InterfaceLanguage } from "./text/translated/languages.ts";
import type { Trust } from "./trust.ts";

export const CHANNEL_NAMES = [
  "web",
  "http",
  "cli",
  "system",
  ...CHAT_NAMES,
  /** Another conversation: the thread is its id, and the message is its waiting call. */
  "conversation",
] as const;

export type Channel = (typeof CHANNEL_NAMES)[number];

/** Origin of an input, which decides how its answer is framed and delivered. */
export interface Source {
  channel: Channel;
  /** One bot of the channel; for HTTP, the person whose senders these are. Absent: the only one. */
  account?: string;
  /** Other people than the sender read that thread. */
  is_group?: true;
  /**
   * A spoken conversation: the sender waits to hear the answer, so a question is useful for a minute only.
   */
  is_live?: true;
  /** Identity within the channel; one sender's burst is combined. */
  sender: string;
  /** Display name. */
  sender_name?: string;
  /** Language of Nightjar's own texts there: the person's, else as the platform reports. Absent: English. */
  language?: InterfaceLanguage;
  /** The channel's own id of the chat, topic or DM, for delivery. */
  thread?: string;
  /** The channel's own id of the message, for reactions. */
  message?: string;
  /**
   * Extra data that the channel needs to answer, in its own format: a token that answers one command, say.
   */
  reply_token?: string;
  /** W3C `traceparent` of the request that brought it: exported traces go on from there. */
  traceparent?: string;
}

/** Name of a set of workspace files: `full` for people, `operational` for the system, or one of the agent's own. */
export type ContextTier = string;

/** A file that still lies with the channel's platform: it is fetched before an agent reads the message. */
export interface RemoteFile {
  /** The channel's own handle. */
  ref: string;
  type: "image" | "audio" | "file";
  name: string;
  media_type: string;
  /** Bytes, if the platform has said. */
  size?: number;
  /** A voice recording: the agent reads its transcript. */
  is_voice?: true;
}

interface InboundBase {
  /**
   * Idempotency key, unique per conversation: the platform's id or the client's. A repeated key is a
   * duplicate.
   */
  key: string;
  source: Source;
  /**
   * The signed-in person, as the Worker has authenticated them. Absent when only the channel knows the
   * sender, or when no person acts.
   */
  actor?: Principal;
  /**
   * For an input of a schedule, a job or an agent: the person whose words caused it, when that is not the
   * owner.
   */
  behalf?: Actor;
}

export interface UserMessage extends InboundBase {
  type: "user_message";
  parts: Part[];
  agent?: string;
  mode?: string;
  /** The context tier that the agent gets for it; absent: `full`. */
  tier?: ContextTier;
  /** `provider/model`. */
  model?: string;
  /** A second model that answers the same message, as a sibling of the first answer: `provider/model`. */
  compare_with?: string;
  /** Branches from here instead of the active head. Null starts a new root. */
  parent_id?: MessageId | null;
  /** Id of the message that this replies to, ours or the channel's: the agent that wrote it answers. */
  reply_to?: string;
  /** Id of the sound of these words, among the sender's recordings. */
  recording?: string;
  /** Part of a spoken answer that the person heard before this message interrupted it. */
  heard?: HeardPart;
  /** Set for an edited message: key prefix of its earlier wordings. An edit that repeats one of them is a duplicate. */
  edits?: string;
  /** In a group: the agent was mentioned, replied to or commanded. */
  is_addressed?: true;
  /**
   * A program wrote this for the signed-in person and may have read anybody's text. Absent: trust follows
   * from the sender.
   */
  trust?: "untrusted";
  attachments?: RemoteFile[];
  /** Time of writing according to its platform: ms since the epoch. */
  sent_at?: number;
  /** Tools of the program that sent the message, for the turn that answers it. */
  client_tools?: ClientTools;
}

/**
 * A program's results of the calls that a turn made to its tools. Calls of that turn without a result fail.
 */
export interface ClientResultsInbound extends InboundBase {
  type: "client_results";
  results: ClientResult[];
  /** The turn ends with these results: the program has newer words, or nobody sent them in time. */
  ends?: true;
}

/** A person's answer to a question: the result of the call that asked it. */
export interface ToolResultInbound extends InboundBase {
  type: "tool_result";
  call_id: CallId;
  content: string;
  /** Set when nobody answered in time. */
  expired?: true;
  /**
   * Trust as determined by the conversation that passes the answer on; absent: it follows from the sender.
   */
  trust?: Trust;
}

/**
 * Resolution of a call that waits for approval. `expired`: nobody decided in time, which counts as a denial.
 */
export interface DecisionInbound extends InboundBase {
  type: "decision";
  call_id: CallId;
  /** Further calls that the same words decide about. */
  also?: CallId[];
  decision: "once" | GrantScope | "deny" | "expired";
  /** Only with `deny`: told to the agent. */
  reason?: string;
  /** Words that were heard: it was decided by voice. */
  by_voice?: string;
}

/** Outcome of the job or the child that a call started. */
export interface ReportInbound extends InboundBase {
  type: "report";
  call_id: CallId;
  outcome: ReportOutcome;
  /** Only for a child. */
  account?: ReportAccount;
  /** Its job begins the child again at this time (ms since the epoch): the failure is not its end. */
  again_at?: number;
}

/** Resources that a child used, including its descendants. */
export interface ReportAccount {
  steps: number;
  /** US dollars, as far as prices are known. */
  cost_usd: number;
  /** Trust of the content its model saw, and so of its words. */
  trust: Trust;
  /** A job began the child, and has to know the outcome. */
  has_job?: true;
}

export type ReportOutcome =
  | { status: "completed"; text: string }
  | { status: "halted" | "failed"; reason: string; retryable: boolean }
  /** The child took longer than allowed. */
  | { status: "given_up" };

/**
 * All asks of a child that wait for a person: questions and approvals. An ask missing from the list is
 * settled.
 */
export interface QuestionInbound extends InboundBase {
  type: "question";
  /** The call that started the child. */
  call_id: CallId;
  asks: ChildAsk[];
}

/** A schedule fired, a job finished: the agent is told, and answers as it would a message. */
export interface Notice extends InboundBase {
  type: "notice";
  text: string;
  /** The context tier that the agent gets for it; absent: `operational`. */
  tier?: ContextTier;
  /**
   * The text is an agent's own message to the person, verbatim: shown as its message, without a turn to
   * answer it.
   */
  spoken_by?: { agent: string; author: string };
  /**
   * Only with `spoken_by`: for each marker `[n]` of the text its citation, in their order, the first of each source with
   * its `read`. The conversation gives its own numbers.
   */
  citations?: CitationPart[];
  /** Content from outside about the event: a separate part, marked for the model, which taints the turn. */
  quoted?: { source: string; text: string } & Pick<TextPart, "cited_as">;
  /** Files that came with the quoted content, stored as the owner's. */
  files?: MediaPart[];
  /** Overrides the agent's model for the answer: `provider/model`. */
  model?: string;
  /** The answer goes to the chat where the person wrote last, if there is one. */
  is_for_person?: true;
  /** Trust of the text. Absent: trusted. */
  trust?: Trust;
}

/**
 * A person set or removed emoji reactions on an agent's message: the agent reads it with the next message.
 */
export interface ReactionInbound extends InboundBase {
  type: "reaction";
  /** The channel's own id of the message. */
  to: string;
  /** All reactions of the sender that are there now; a custom emoji by its name. */
  emojis: string[];
}

/**
 * A person edited a file of their workspace beside the conversation: the agent reads it with the next message.
 */
export interface FileEditInbound extends InboundBase {
  type: "file_edit";
  path: string;
  version: number;
  /** Changed lines, shortened; empty where there are none to show. */
  diff: string;
  /** Trust of the file's content. Absent: trusted. */
  trust?: Trust;
}

export interface Command extends InboundBase {
  type: "command";
  command:
    | { name: "halt" }
    /** `model`: answers in place of the earlier one, `provider/model`. */
    | { name: "regenerate"; message_id: MessageId; model?: string }
    /** The result of these commands is told by a notice. */
    | { name: "compact" }
    | { name: "undo_compact" };
}

export type Inbound =
  | UserMessage
  | ToolResultInbound
  | ClientResultsInbound
  | DecisionInbound
  | ReportInbound
  | QuestionInbound
  | Notice
  | ReactionInbound
  | FileEditInbound
  | Command;

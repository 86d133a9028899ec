/** Conversations over HTTP. */
import type { ChildItem, Decision, Message, Page } from "../../../src/channels/web/wire.ts";
import type {
  Compaction,
  ConversationContext,
  ConversationSummary,
  ConversationView,
  FollowUps,
} from "../../../src/contract/conversations.ts";
import type { FoundMessage, Labels } from "../../../src/contract/finding.ts";
import type { AcceptedInput } from "../../../src/contract/inputs.ts";
import type { PageNotice } from "../../../src/contract/messages.ts";
import { call, query, type Result } from "../http.ts";

export type { ConversationContext, ConversationSummary, ConversationView, FoundMessage, Labels };

/** A message as the API lists it: with its alternatives when there are any. */
export type ListedMessage = Message & { siblings?: string[] };

/** `notices`: told between turns. */
export type MessagePage = Page<ListedMessage> & { notices?: PageNotice[] };

export interface SendBody {
  text: string;
  client_id: string;
  files?: { file_id: string }[];
  agent?: string;
  /** The mode that it alone is answered in. */
  mode?: string;
  /** A second model that answers too: `provider/model`. */
  compare_with?: string;
  parent_id?: string | null;
  /** Part of a spoken answer that was heard before it was interrupted. */
  heard?: { message_id: string; characters: number };
  /** The message is spoken, and the person waits to hear the answer. */
  live?: boolean;
}

export interface NewConversation {
  agent?: string;
  model?: string;
  mode?: string;
  temporary?: boolean;
  /** Whether it is opened before anything is said in it. */
  provisional?: boolean;
}

export interface ConversationChange {
  title?: string;
  pinned?: boolean;
  outside_checked?: true;
  archived?: boolean;
  /** Empty: in no folder. */
  folder?: string;
  tags?: string[];
  /** Null: the default model. */
  model?: string | null;
  /** Null: the default mode. */
  mode?: string | null;
}

export interface ListQuery {
  q?: string;
  cursor?: string | null;
  limit?: number;
  archived?: boolean;
  folder?: string | null;
  tag?: string | null;
}

const PAGE = 30;

export function listConversations(wanted: ListQuery): Promise<Result<Page<ConversationSummary>>> {
  return call("GET", `/conversations${query({ ...wanted })}`);
}

export function createConversation(body: NewConversation): Promise<Result<ConversationView>> {
  return call("POST", "/conversations", body);
}

export function readConversation(id: string): Promise<Result<ConversationView>> {
  return call("GET", at(id));
}

/** Download address of the whole conversation. */
export function exportAddress(id: string, format: "markdown" | "json"): string {
  return `/api/v1${at(id)}/export?format=${format}`;
}

/** Conversations that its agents started. */
export function readChildren(id: string): Promise<Result<Page<ChildItem>>> {
  return call("GET", `${at(id)}/children`);
}

export function changeConversation(
  id: string,
  change: ConversationChange,
): Promise<Result<ConversationView>> {
  return call("PATCH", at(id), change);
}

export function deleteConversation(id: string): Promise<Result<unknown>> {
  return call("DELETE", at(id));
}

/** Oldest first; `before` is a message id or the last page's cursor. */
export function readMessages(id: string, before: string | null, limit = PAGE): Promise<Result<MessagePage>> {
  return call("GET", `${at(id)}/messages${query({ before, limit })}`);
}

export function sendMessage(id: string, body: SendBody): Promise<Result<AcceptedInput>> {
  return call("POST", `${at(id)}/messages`, body);
}

export function halt(id: string): Promise<Result<AcceptedInput>> {
  return call("POST", `${at(id)}/halt`, {});
}

export function answer(id: string, call_id: string, text: string): Promise<Result<AcceptedInput>> {
  return call("POST", `${at(id)}/answers`, { call_id, text });
}

export function decide(
  id: string,
  call_id: string,
  { decision, reason }: { decision: Decision; reason: string },
): Promise<Result<AcceptedInput>> {
  return call("POST", `${at(id)}/approvals`, { call_id, decision, ...(reason && { reason }) });
}

export function regenerate(id: string, message_id: string): Promise<Result<AcceptedInput>> {
  return call("POST", `${at(id)}/regenerate`, { message_id });
}

export function moveHead(id: string, message_id: string): Promise<Result<unknown>> {
  return call("POST", `${at(id)}/head`, { message_id });
}

/** Deletes its text everywhere; messages below it stay. */
export function deleteMessage(id: string, message_id: string): Promise<Result<unknown>> {
  return call("DELETE", `${at(id)}/messages/${encodeURIComponent(message_id)}`);
}

/** Starts a new conversation with a copy of this one up to the message. */
export function forkConversation(id: string, message_id: string): Promise<Result<ConversationView>> {
  return call("POST", `${at(id)}/fork`, { message_id });
}

/** Contents of the model's context in the last request. */
export function readContext(id: string): Promise<Result<ConversationContext>> {
  return call("GET", `${at(id)}/context`);
}

/** Suggests messages that may follow the newest answer. */
export function suggestFollowUps(id: string): Promise<Result<FollowUps>> {
  return call("POST", `${at(id)}/follow-ups`, {});
}

/** Resolves when the summary is stored. */
export function compactConversation(id: string): Promise<Result<Compaction>> {
  return call("POST", `${at(id)}/compact`, {});
}

export function undoCompaction(id: string): Promise<Result<Compaction>> {
  return call("POST", `${at(id)}/undo-compact`, {});
}

export function socketAddress(origin: string, id: string, cursor: number): string {
  return `${origin.replace(/^http/, "ws")}/api/v1${at(id)}/socket${query({ cursor })}`;
}

export function searchMessages(q: string, limit: number): Promise<Result<Page<FoundMessage>>> {
  return call("GET", `/conversations/search${query({ q, limit })}`);
}

export function listLabels(): Promise<Result<Labels>> {
  return call("GET", "/conversations/labels");
}

function at(id: string): string {
  return `/conversations/${encodeURIComponent(id)}`;
}

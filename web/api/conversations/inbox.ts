/** Everything that waits for the signed-in person, across conversations. Times are ISO 8601. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import { call, type Result } from "../http.ts";

interface Place {
  id: string;
  title: string;
  agent: string | null;
}

interface Asked {
  call_id: string;
  /** The question, or the reason for an approval. */
  text: string;
  expires_at?: string;
  conversation: Place;
}

export type Waiting = Asked &
  ({ type: "question"; options: string[] } | { type: "approval"; tool: string; input: string });

export type InboxFailure = { id: string; reason: string; at: string } & (
  | { type: "delivery"; channel: string; conversation: Place }
  | { type: "job"; kind: string }
);

export interface Reminder {
  id: string;
  text: string;
  at: string;
  conversation: Place;
}

export interface Unread extends ConversationSummary {
  /** The beginning of the newest answer, as plain text. */
  said: string;
}

export interface Inbox {
  waiting: Waiting[];
  failed: InboxFailure[];
  /** Soonest first. */
  scheduled: Reminder[];
  unread: Unread[];
}

export function readInbox(): Promise<Result<Inbox>> {
  return call("GET", "/inbox");
}

/** Marks all failures until now as seen. */
export function clearInbox(): Promise<Result<unknown>> {
  return call("POST", "/inbox/clear", {});
}

/** Marks the conversation as read up to that event, on all devices. */
export function markRead(conversation: string, seq: number): Promise<Result<{ seq: number }>> {
  return call("POST", `${at(conversation)}/read`, { seq });
}

export function changeReminder(
  { id, conversation }: Reminder,
  change: { at?: string; text?: string },
): Promise<Result<unknown>> {
  return call("PATCH", `${at(conversation.id)}/reminders/${encodeURIComponent(id)}`, change);
}

export function cancelReminder({ id, conversation }: Reminder): Promise<Result<unknown>> {
  return call("DELETE", `${at(conversation.id)}/reminders/${encodeURIComponent(id)}`);
}

export function retryDelivery(conversation: string, delivery: string): Promise<Result<unknown>> {
  return call("POST", `${at(conversation)}/deliveries/${encodeURIComponent(delivery)}/retry`, {});
}

export function personSocketAddress(origin: string): string {
  return `${origin.replace(/^http/, "ws")}/api/v1/inbox/socket`;
}

function at(conversation: string): string {
  return `/conversations/${encodeURIComponent(conversation)}`;
}

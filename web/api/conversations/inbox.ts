/** Everything that waits for the signed-in person, across conversations. Times are ISO 8601. */
import type { Inbox, InboxFailure, UpcomingReminder, Waiting } from "../../../src/contract/inbox.ts";
import { call, type Result } from "../http.ts";

export type { Inbox, InboxFailure, UpcomingReminder as Reminder, Waiting };

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
  { id, conversation }: UpcomingReminder,
  change: { at?: string; text?: string },
): Promise<Result<unknown>> {
  return call("PATCH", `${at(conversation.id)}/reminders/${encodeURIComponent(id)}`, change);
}

export function cancelReminder({ id, conversation }: UpcomingReminder): Promise<Result<unknown>> {
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

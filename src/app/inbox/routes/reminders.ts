/** Reminders that wait in a conversation: people list, move, reword or cancel them. */
import { z } from "zod";
import type { Reminder } from "../../../../durable-objects/conversation/rows/reminders.ts";
import { ReminderShape } from "../../../contract/inbox.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { ofConversation, target } from "../../conversations/conversation-access.ts";
import { defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";

const BASE = "/conversations/:id/reminders";
const ofReminder = () => ofConversation().extend({ reminder: z.string().min(1).max(100) });
const MOST_AHEAD_MS = 366 * 86_400_000;

const ChangeBody = () =>
  z.object({
    at: z.iso.datetime({ offset: true, error: "a time with its zone, like 2027-01-31T09:00:00Z" }).optional(),
    text: z.string().trim().min(1).max(4000).optional(),
  });

export const reminderRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: BASE,
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Messages that wait in a conversation for their time, the next one first.",
    params: ofConversation,
    answers: () => ({ 200: listOf(ReminderShape()) }),
    async handler(context) {
      const { stub, principal } = target(context);
      const items = unwrap(await stub.reminders(principal)).map(shown);
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "patch",
    path: `${BASE}/:reminder`,
    policy: { who: "person", scope: "write" },
    summary: "Gives it another time, other words, or both; what is left out stays.",
    params: ofReminder,
    body: ChangeBody,
    answers: () => ({ 200: ReminderShape() }),
    async handler(context, { params, body: { at, text } }) {
      const { stub, principal, services } = target(context);
      const change = { at: at === undefined ? undefined : comingTime(at, services.now()), text };
      return reply(200, shown(unwrap(await stub.changeReminder(principal, params.reminder, change))));
    },
  }),
  defineRoute({
    method: "delete",
    path: `${BASE}/:reminder`,
    policy: { who: "person", scope: "write" },
    summary: "Cancels it.",
    params: ofReminder,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params }) {
      const { stub, principal } = target(context);
      unwrap(await stub.cancelReminder(principal, params.reminder));
      return context.body(null, 204);
    },
  }),
];

function comingTime(text: string, now: number): number {
  const at = Date.parse(text);
  if (at <= now) throw new AppError("malformed_request", "at: that time is past. Choose a later one.");
  if (at > now + MOST_AHEAD_MS)
    throw new AppError("malformed_request", "at: that is more than a year ahead.");
  return at;
}

function shown({ id, at, text }: Reminder) {
  return { id, text, at: new Date(at).toISOString() };
}

/** The inbox, as the API answers it. */
import { z } from "zod";
import { DecidingFields } from "./asks.ts";
import { ConversationShape } from "./conversations.ts";
import { type JsonOf, namedSchema, time } from "./schema.ts";

const place = () => z.object({ id: z.string(), title: z.string(), agent: z.string().nullable() });

const Asked = () =>
  z.object({
    call_id: z.string(),
    /** The question; for an approval, the reason why it is asked. */
    text: z.string(),
    expires_at: time().optional(),
    conversation: place(),
  });

const WaitingShape = namedSchema("InboxAsk", () =>
  z.discriminatedUnion("type", [
    Asked().extend({ type: z.literal("question"), options: z.array(z.string()) }),
    /** `input`: the beginning of what the tool would be given, as JSON. */
    Asked().extend({
      type: z.literal("approval"),
      tool: z.string(),
      input: z.string(),
      ...DecidingFields(),
    }),
  ]),
);

const FailedShape = namedSchema("InboxFailure", () =>
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("delivery"),
      id: z.string(),
      channel: z.string(),
      reason: z.string(),
      at: time(),
      conversation: place(),
    }),
    z.object({ type: z.literal("job"), id: z.string(), kind: z.string(), reason: z.string(), at: time() }),
  ]),
);

const ComingShape = namedSchema("InboxReminder", () =>
  z.object({ id: z.string(), text: z.string(), at: time(), conversation: place() }),
);

const UnreadShape = namedSchema("InboxUnread", () =>
  ConversationShape().extend({
    /** The beginning of the newest answer, as plain text; may be empty. */
    said: z.string(),
  }),
);

export const InboxShape = namedSchema("Inbox", () =>
  z.object({
    waiting: z.array(WaitingShape()),
    failed: z.array(FailedShape()),
    scheduled: z.array(ComingShape()),
    unread: z.array(UnreadShape()),
  }),
);

/** A reminder that waits in one conversation until it is due. */
export const ReminderShape = namedSchema("Reminder", () =>
  z.object({ id: z.string(), text: z.string(), at: time() }),
);

export type Inbox = JsonOf<typeof InboxShape>;
export type Waiting = Inbox["waiting"][number];
export type InboxFailure = Inbox["failed"][number];
export type UpcomingReminder = Inbox["scheduled"][number];

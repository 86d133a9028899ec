/** Messages to this conversation at a later time: reminders, follow-ups. */
import { z } from "zod";
import type { ConversationPort, Tool } from "../agent/ports/tool.ts";
import { defineTool, refused, said } from "./define-tool.ts";

const MAX_PENDING = 50;
const MAX_AHEAD_SECONDS = 366 * 24 * 60 * 60;

const Entry = z.object({
  text: z.string().trim().min(1).max(4000).describe("What you will be told when the time has come"),
  in_seconds: z.number().positive().max(MAX_AHEAD_SECONDS).optional().describe("From now"),
  at: z
    .string()
    .optional()
    .describe("ISO 8601 with a zone, for example 2027-01-31T09:00:00+01:00; instead of in_seconds"),
});

export const scheduleMessageTool = defineTool({
  name: "schedule_message",
  description:
    "Schedule a message to this conversation: at that time you are woken with `text` and answer the person. Give either `in_seconds` or `at`.",
  schema: Entry,
  effect: "idempotent",
  reach: "outside",
  touches: () => ({ to: "elsewhere", what: "schedule a message that wakes the agent later" }),
  run(input, context) {
    const due = dueTime(input, context.now);
    if ("error" in due) return refused(due.error);
    if (context.conversation.scheduled().length >= MAX_PENDING) {
      return refused(
        `${MAX_PENDING} messages are already scheduled here; cancel one with cancel_scheduled first.`,
      );
    }
    const entry = { key: context.idempotency_key, at: due.at, text: input.text };
    const { id } = context.conversation.schedule(entry);
    return said(`Scheduled ${id} for ${new Date(due.at).toISOString()}.`);
  },
});

export const listScheduledTool = defineTool({
  name: "list_scheduled",
  description: "The messages that are scheduled in this conversation, with their ids and times.",
  schema: z.object({}),
  effect: "read",
  reach: "inside",
  run: (_input, { conversation }) => said(listing(conversation)),
});

export const cancelScheduledTool = defineTool({
  name: "cancel_scheduled",
  description: "Cancel a scheduled message by its id (from list_scheduled).",
  schema: z.object({ id: z.string().min(1).max(100) }),
  effect: "idempotent",
  reach: "inside",
  run: ({ id }, { conversation }) =>
    conversation.cancelScheduled(id)
      ? said(`Cancelled ${id}.`)
      : refused(`Nothing is scheduled with the id ${id}. list_scheduled shows what is.`),
});

export const scheduleTools: Tool[] = [scheduleMessageTool, listScheduledTool, cancelScheduledTool];

type Due = { at: number } | { error: string };

function dueTime(input: z.output<typeof Entry>, now: number): Due {
  if ((input.in_seconds === undefined) === (input.at === undefined)) {
    return { error: "Give either in_seconds or at, not both and not neither." };
  }
  if (input.in_seconds !== undefined) return { at: now + Math.round(input.in_seconds * 1000) };
  return instant(input.at ?? "", now);
}

function instant(text: string, now: number): Due {
  const zoned = z.iso.datetime({ offset: true }).safeParse(text.trim());
  if (!zoned.success) {
    return { error: `"${text}" is not an ISO 8601 time with a zone. Write it like 2027-01-31T09:00:00Z.` };
  }
  const at = Date.parse(zoned.data);
  if (at <= now) return { error: `${text} is in the past; it is ${new Date(now).toISOString()} now.` };
  if (at > now + MAX_AHEAD_SECONDS * 1000) return { error: "That is more than a year ahead." };
  return { at };
}

function listing(conversation: ConversationPort): string {
  const entries = [...conversation.scheduled()].sort((a, b) => a.at - b.at);
  if (entries.length === 0) return "Nothing is scheduled.";
  return entries.map(({ id, at, text }) => `${id}  ${new Date(at).toISOString()}  ${text}`).join("\n");
}

/** Tools for messages to this conversation at a later time, such as reminders. */
import { z } from "zod";
import type { Tool, ToolContext } from "../agent/ports/tool.ts";
import { type ClockTime, instantIn, offsetMinutes, offsetText } from "../domain/time/zone.ts";
import { weakest } from "../domain/trust.ts";
import { defineTool, toldWith, toolError, trustedResult } from "./define-tool.ts";

const MAX_PENDING = 50;
const MAX_AHEAD_SECONDS = 366 * 24 * 60 * 60;

const Entry = z.object({
  text: z.string().trim().min(1).max(4000).describe("What you will be told when the time has come"),
  in_seconds: z.number().positive().max(MAX_AHEAD_SECONDS).optional().describe("From now"),
  at: z
    .string()
    .optional()
    .describe(
      "ISO 8601, instead of in_seconds: 2027-01-31T09:00 by the person's own clock, or with a zone, 2027-01-31T09:00:00+01:00",
    ),
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
    const due = dueTime(input, context);
    if ("error" in due) return toolError(due.error);
    if (context.conversation.scheduled().length >= MAX_PENDING) {
      return toolError(
        `${MAX_PENDING} messages are already scheduled here; cancel one with cancel_scheduled first.`,
      );
    }
    const entry = { key: context.idempotency_key, at: due.at, text: input.text, trust: context.trust };
    const { id } = context.conversation.schedule(entry);
    return trustedResult(`Scheduled ${id} for ${timeText(due.at, context.time_zone)}.`);
  },
});

export const listScheduledTool = defineTool({
  name: "list_scheduled",
  description: "The messages that are scheduled in this conversation, with their ids and times.",
  schema: z.object({}),
  effect: "read",
  reach: "inside",
  run: (_input, context) =>
    toldWith(
      weakest(context.conversation.scheduled().map(({ trust }) => trust ?? "trusted")),
      listing(context),
    ),
});

export const cancelScheduledTool = defineTool({
  name: "cancel_scheduled",
  description: "Cancel a scheduled message by its id (from list_scheduled).",
  schema: z.object({ id: z.string().min(1).max(100) }),
  effect: "idempotent",
  reach: "inside",
  irreversible: ({ id }) => `cancel the scheduled message ${id}`,
  sinks: ({ id }) => [
    { path: "", kind: "act", value: "cancel" },
    { path: "id", kind: "selector", value: id },
  ],
  run: ({ id }, { conversation }) =>
    conversation.cancelScheduled(id)
      ? trustedResult(`Cancelled ${id}.`)
      : toolError(`Nothing is scheduled with the id ${id}. list_scheduled shows what is.`),
});

export const scheduleTools: Tool[] = [scheduleMessageTool, listScheduledTool, cancelScheduledTool];

type Due = { at: number } | { error: string };

type Clock = Pick<ToolContext, "now" | "time_zone">;

function dueTime(input: z.output<typeof Entry>, clock: Clock): Due {
  if ((input.in_seconds === undefined) === (input.at === undefined)) {
    return { error: "Give exactly one of in_seconds and at." };
  }
  if (input.in_seconds !== undefined) return { at: clock.now + Math.round(input.in_seconds * 1000) };
  return instant(input.at ?? "", clock);
}

function instant(text: string, clock: Clock): Due {
  const { now } = clock;
  const at = parsed(text.trim(), clock);
  if (typeof at === "object") return at;
  if (at <= now) return { error: `${text} is in the past; it is ${timeText(now, clock.time_zone)} now.` };
  if (at > now + MAX_AHEAD_SECONDS * 1000) return { error: "That is more than a year ahead." };
  return { at };
}

function parsed(text: string, { time_zone }: Clock): number | { error: string } {
  const zoned = z.iso.datetime({ offset: true }).safeParse(text);
  if (zoned.success) return Date.parse(zoned.data);
  const local = z.iso.datetime({ local: true }).safeParse(text);
  if (local.success && time_zone !== null) return instantIn(time_zone, clockTime(local.data));
  if (local.success) {
    return {
      error: `The person's time zone is unknown. Ask them, and write the time with one, like ${text}Z. They can set it for good under Settings.`,
    };
  }
  return { error: `"${text}" is not an ISO 8601 time. Write it like 2027-01-31T09:00:00Z.` };
}

function clockTime(local: string): ClockTime {
  const at = new Date(`${local}Z`);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  };
}

/** Formats a time in the person's time zone with its UTC offset, or in UTC when the zone is unknown. */
function timeText(at: number, zone: string | null): string {
  if (zone === null) return new Date(at).toISOString();
  const offset = offsetMinutes(zone, at);
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${offsetText(offset)} (${zone})`;
}

function listing({ conversation, time_zone }: Pick<ToolContext, "conversation" | "time_zone">): string {
  const entries = [...conversation.scheduled()].sort((a, b) => a.at - b.at);
  if (entries.length === 0) return "Nothing is scheduled.";
  return entries.map(({ id, at, text }) => `${id}  ${timeText(at, time_zone)}  ${text}`).join("\n");
}

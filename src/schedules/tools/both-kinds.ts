/**
 * Tools over both kinds of scheduled work: messages that wait in a conversation, and schedules of its owner.
 */
import { mayShowOwners, type Tool, type ToolOutcome } from "../../agent/ports/tool.ts";
import { weakest } from "../../domain/trust.ts";
import { toldWith, toolError, trustedResult } from "../../tools/define-tool.ts";
import { cancelScheduledTool, listScheduledTool } from "../../tools/schedule.ts";
import type { ScheduleWithLastRun } from "../person-schedules.ts";
import { wordsOf } from "../timing/words.ts";
import type { ScheduleTooling } from "./tooling.ts";

const MOST_LISTED = 50;

/**
 * Only the owner sees schedules. Others get the conversation's messages only, and so does the owner in a tainted turn
 * that others read along.
 */
export function createListScheduledTool({ of }: Pick<ScheduleTooling, "of">): Tool {
  return {
    ...listScheduledTool,
    description:
      "What comes by itself: messages that are scheduled in this conversation, and all schedules of the person, with their ids and times.",
    async run(input, context) {
      const messages = await listScheduledTool.run(input, context);
      if (!mayShowOwners(context)) return messages;
      const listed = await of(context.owner).list();
      return listed.length === 0 ? messages : joined(messages, listed);
    },
  };
}

function joined(messages: ToolOutcome, listed: readonly ScheduleWithLastRun[]): ToolOutcome {
  if (!("ok" in messages) || !messages.ok) return messages;
  const lines = listed.slice(0, MOST_LISTED).map(lineOf);
  const more = listed.length > MOST_LISTED ? [`(${listed.length - MOST_LISTED} more)`] : [];
  const content = [
    `In this conversation:\n${messages.content}`,
    `Schedules:\n${[...lines, ...more].join("\n")}`,
  ];
  return toldWith(
    weakest([messages.trust, ...listed.map(({ schedule }) => schedule.maker.trust)]),
    content.join("\n\n"),
  );
}

function lineOf({ schedule: { id, wish, state, next_at, reason } }: ScheduleWithLastRun): string {
  const next =
    next_at === null
      ? `${state}${reason === null ? "" : `: ${reason}`}`
      : `next ${new Date(next_at).toISOString()}`;
  return `${id}  "${wish.name}"  ${wordsOf(wish.timing, wish.time_zone)} (${wish.time_zone})  ${next}  ${wish.text}`;
}

/**
 * Writes the undo record before it removes anything, so the person can take it back even if the machine died
 * in between.
 */
export function createCancelScheduledTool({ of, note }: Pick<ScheduleTooling, "of" | "note">): Tool {
  return {
    ...cancelScheduledTool,
    description:
      "Cancel a scheduled message, or remove a schedule, by its id (from list_scheduled). The person can undo that on the Agents page.",
    async run(input, context) {
      const { id } = input as { id: string };
      const message = context.conversation.scheduled().find((scheduled) => scheduled.id === id);
      if (message) {
        await note({ did: "removed", message }, context);
        return cancelScheduledTool.run(input, context);
      }
      const schedule = context.is_owners ? (await of(context.owner).find(id))?.schedule : undefined;
      if (!schedule) return cancelScheduledTool.run(input, context);
      await note({ did: "removed", schedule }, context);
      const removed = await of(context.owner).remove(id);
      return removed.ok ? trustedResult(`Removed the schedule ${id}.`) : toolError(removed.failure.reason);
    },
  };
}

/** The tool by which an agent changes a schedule of its person. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { weakest } from "../../domain/trust.ts";
import { defineTool, toolError, trustedResult } from "../../tools/define-tool.ts";
import { bodyOf, changedBody, type ScheduleChange, ScheduleFields, wishOf } from "../fields.ts";
import { type ScheduleTooling, scheduledText } from "./create.ts";

const { name, text, agent, cron, every_minutes, at, time_zone, quiet, missed } = ScheduleFields;
const Change = z.strictObject({
  id: z.string().max(100).describe("From list_scheduled"),
  name: name.optional(),
  ...{ text, cron, every_minutes, at, time_zone, quiet, missed, agent },
});

export function createUpdateScheduleTool(tooling: ScheduleTooling): Tool {
  return defineTool({
    name: "update_schedule",
    description:
      "Change a schedule or a heartbeat of the person by its id (from list_scheduled): what you leave out stays. They can take it back.",
    schema: Change,
    effect: "once",
    reach: "outside",
    personal: true,
    touches: () => ({ to: "elsewhere", what: "have an agent act by itself again and again", each: true }),
    run: ({ id, ...change }, context) => update(tooling, { id, change }, context),
  });
}

async function update(
  tooling: ScheduleTooling,
  { id, change }: { id: string; change: ScheduleChange },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { owner, now, time_zone, trust } = context;
  const book = tooling.of(owner);
  const known = (await book.find(id))?.schedule;
  if (!known) return toolError(`There is no schedule ${id}: list_scheduled names them.`);
  const wish = wishOf(changedBody(bodyOf(known), change), { now, time_zone });
  if (!wish.ok) return toolError(wish.problem);
  const slug = wish.value.agent;
  const isNewAgent = slug !== null && slug !== known.wish.agent;
  const allowed = isNewAgent ? await tooling.checkAgent(slug, owner) : undefined;
  if (allowed && !allowed.ok) return toolError(allowed.failure.reason);
  const maker = { ...known.maker, trust: weakest([known.maker.trust, trust]) };
  const changed = await book.change(known.id, wish.value, maker);
  if (!changed.ok) return toolError(changed.failure.reason);
  await tooling.note({ did: "updated", schedule: changed.value, before: known.wish }, context);
  return trustedResult(scheduledText("Changed", changed.value, now));
}

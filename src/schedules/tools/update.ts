/** The tool by which an agent changes a schedule of its person. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { ScheduleFields } from "../fields.ts";
import type { ScheduleTooling } from "./tooling.ts";

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
    run: async ({ id, ...change }, context) =>
      (await import("./changes.ts")).update(tooling, { id, change }, context),
  });
}

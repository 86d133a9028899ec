/** The tool by which an agent creates schedules for its person. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { ScheduleFields } from "../fields.ts";
import type { ScheduleTooling } from "./tooling.ts";

/** Loaded by the first call: most agents are asked for no schedule. */
const changes = () => import("./changes.ts");

const { name, text, agent, cron, every_minutes, time_zone, quiet, missed, runs_in } = ScheduleFields;
const Cron = z.strictObject({
  name,
  text: text.unwrap().min(1),
  ...{ cron, every_minutes, time_zone, quiet, missed, agent },
  runs_in: runs_in.describe(
    "conversation (default): here, seeing what was said; isolated: apart, its result told here",
  ),
});
const Heartbeat = z.strictObject({
  name: name.default("Heartbeat"),
  text: text.describe("What the agent is told beside the file"),
  ...{ cron, every_minutes, time_zone, quiet, agent },
});

export function createCronTool(tooling: ScheduleTooling): Tool {
  return defineTool({
    name: "create_cron",
    description:
      "Have something done again and again at set times, until the person removes it: give `cron` (five fields, by the person's clock) or `every_minutes`. What comes of it is told in this conversation. For one single time use schedule_message.",
    schema: Cron,
    effect: "idempotent",
    reach: "outside",
    personal: true,
    touches: () => ({ to: "elsewhere", what: "have an agent act by itself again and again", each: true }),
    run: async (input, context) => (await changes()).create(tooling, { kind: "cron", ...input }, context),
  });
}

export function createHeartbeatTool(tooling: ScheduleTooling): Tool {
  return defineTool({
    name: "create_heartbeat",
    description:
      "Have an agent look now and then (every 30 minutes if nothing is said) into its HEARTBEAT.md in the workspace and see to what is due there; nothing is done while nothing is due. Items of the file may begin with `every 4h:`, `at 18:00:` or `from 2027-01-31:`. What needs the person's attention is told in this conversation.",
    schema: Heartbeat,
    effect: "idempotent",
    reach: "outside",
    personal: true,
    touches: () => ({ to: "elsewhere", what: "have an agent act by itself again and again", each: true }),
    run: async (input, context) =>
      (await changes()).create(tooling, { kind: "heartbeat", ...input }, context),
  });
}

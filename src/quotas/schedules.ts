/** Wraps tools to count a person's schedules over all conversations. */
import type { Tool, ToolOutcome } from "../agent/ports/tool.ts";
import type { QuotaEnforcer } from "./quota-enforcer.ts";

/** Change of the count after the tool has succeeded. */
const MORE: Readonly<Record<string, number>> = {
  schedule_message: 1,
  create_cron: 1,
  create_heartbeat: 1,
  cancel_scheduled: -1,
};

type ScheduleQuota = Pick<QuotaEnforcer, "scheduling" | "noteScheduled">;

export function countSchedules(tools: readonly Tool[], quotas: ScheduleQuota): Tool[] {
  return tools.map((tool) => {
    const more = MORE[tool.name];
    return more === undefined ? tool : counted(tool, more, quotas);
  });
}

/** Throws `payload_too_large` before anything is done. */
function counted(tool: Tool, more: number, quotas: ScheduleQuota): Tool {
  return {
    ...tool,
    async run(input, context) {
      const run = () => tool.run(input, context);
      if (more > 0) return quotas.scheduling(context.owner, run, isDone);
      const outcome = await run();
      if (isDone(outcome)) quotas.noteScheduled(context.owner, more);
      return outcome;
    },
  };
}

function isDone(outcome: ToolOutcome): boolean {
  return "ok" in outcome && outcome.ok;
}

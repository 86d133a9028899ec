/** The same tools, which count what their person has scheduled over all conversations. */
import type { Tool } from "../agent/ports/tool.ts";
import type { QuotaBook } from "./limited.ts";

/** How many more wait after the tool has done what it was asked for. */
const MORE: Readonly<Record<string, number>> = {
  schedule_message: 1,
  create_cron: 1,
  create_heartbeat: 1,
  cancel_scheduled: -1,
};

export function countSchedules(
  tools: readonly Tool[],
  quotas: Pick<QuotaBook, "checkSchedules" | "scheduled">,
): Tool[] {
  return tools.map((tool) => {
    const more = MORE[tool.name];
    return more === undefined ? tool : counted(tool, more, quotas);
  });
}

/** Throws `payload_too_large` before anything is done. */
function counted(tool: Tool, more: number, quotas: Pick<QuotaBook, "checkSchedules" | "scheduled">): Tool {
  return {
    ...tool,
    async run(input, context) {
      if (more > 0) await quotas.checkSchedules(context.owner);
      const outcome = await tool.run(input, context);
      if ("ok" in outcome && outcome.ok) quotas.scheduled(context.owner, more);
      return outcome;
    },
  };
}

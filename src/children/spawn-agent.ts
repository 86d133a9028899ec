/** The `spawn_agent` tool hands a task to another agent and waits: the report is its result. */
import { z } from "zod";
import type { Tool } from "../agent/ports/tool.ts";
import { defineTool } from "../tools/define-tool.ts";
import { onlyThese } from "./mandate.ts";
import type { Children } from "./ports.ts";
import { Limits, Slug, Task } from "./schemas.ts";

const Input = z.object({
  task: Task,
  agent: Slug.optional().describe("Slug of the agent; left out: one like yourself"),
  model: z
    .string()
    .trim()
    .regex(/^[^/\s]+\/\S+$/, "must be provider/model")
    .max(200)
    .optional()
    .describe("provider/model that it answers with; left out: the agent's own"),
  tools: z
    .array(z.string().trim().min(1).max(100))
    .max(50)
    .optional()
    .describe("Names of the only tools it may use; left out: those that you may use"),
  limits: Limits.optional(),
});

export function createSpawnAgentTool(children: Children): Tool {
  return defineTool({
    name: "spawn_agent",
    description:
      "Hand a task to a sub-agent and wait for its report. It sees nothing of this conversation: put all it needs into `task`. Several calls in one step work side by side. Use it for work that is large, or apart from the rest; do small things yourself.",
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    run: ({ task, agent, model, tools, limits = {} }, context) => {
      const request = { kind: "spawn_agent", task, agent, model, limits, report: "result" as const };
      return children.begin({ ...request, ...(tools && { rules: onlyThese(tools) }) }, context);
    },
  });
}

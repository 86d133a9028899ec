/**
 * The `delegate` tool hands a task to another agent and does not wait: that agent posts its answer in the
 * same place.
 */
import { z } from "zod";
import type { Tool } from "../agent/ports/tool.ts";
import { PRIORITIES } from "../jobs/job.ts";
import { defineTool } from "../tools/define-tool.ts";
import { DELEGATION } from "./job/kinds.ts";
import type { Children } from "./ports.ts";
import { Limits, Slug, Task } from "./schemas.ts";

const JOB = { kind: DELEGATION, priority: PRIORITIES.delegation };

export function createDelegateTool(children: Children): Tool {
  return defineTool({
    name: "delegate",
    description:
      "Hand a task to another agent, which answers the person here by itself when it is done; you do not wait and need not pass its answer on. It sees nothing of this conversation: put all it needs into `task`.",
    schema: z.object({ agent: Slug, task: Task, limits: Limits.optional() }),
    effect: "idempotent",
    reach: "inside",
    run: ({ agent, task, limits = {} }, context) =>
      children.begin({ kind: "delegate", agent, task, limits, report: "message", job: JOB }, context),
  });
}

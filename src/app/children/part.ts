/** Children: tasks that agents hand to other agents, and conversations that other parts of the house set going from within one. */

import { createChildren } from "../../children/begin.ts";
import { createDelegateTool } from "../../children/delegate.ts";
import { createChildJob } from "../../children/job/child-job.ts";
import { DELEGATION } from "../../children/job/kinds.ts";
import type { Children } from "../../children/ports.ts";
import { createSpawnAgentTool } from "../../children/spawn-agent.ts";
import { definePart } from "../part.ts";
import { underMandate } from "./casting.ts";
import { childRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const childrenPart = definePart<Children, typeof NEEDS>({
  name: "children",
  routes: childRoutes,
  needs: NEEDS,
  open({ frontDoor, agentCache, standings, childJobs }) {
    const children = createChildren({
      agent: async (slug) => ((await agentCache.has(slug)) ? agentCache.get(slug) : undefined),
      person: (id) => standings.get(id),
      plan: (owner, wish) => frontDoor.plan(owner, wish),
    });
    return {
      verbs: children,
      tools: [createSpawnAgentTool(children), createDelegateTool(children)],
      casting: underMandate,
      jobs: [createChildJob(DELEGATION, childJobs)],
    };
  },
});

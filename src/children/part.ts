/** Children: tasks that agents hand to other agents, and conversations that other parts of the house set going from within one. */
import { definePart } from "../part.ts";
import { type Children, createChildren } from "./begin.ts";
import { underMandate } from "./casting.ts";
import { createDelegateTool } from "./delegate.ts";
import { childRoutes } from "./routes.ts";
import { createSpawnAgentTool } from "./spawn-agent.ts";

export const childrenPart = definePart<Children>({
  name: "children",
  routes: childRoutes,
  open({ frontDoor, agentCache, standings }) {
    const children = createChildren({
      agent: async (slug) => ((await agentCache.has(slug)) ? agentCache.get(slug) : undefined),
      person: (id) => standings.get(id),
      plan: (owner, wish) => frontDoor.plan(owner, wish),
    });
    return {
      verbs: children,
      tools: [createSpawnAgentTool(children), createDelegateTool(children)],
      casting: underMandate,
    };
  },
});

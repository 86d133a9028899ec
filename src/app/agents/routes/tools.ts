/** Tools that agents may be given. */
import { ToolShape } from "../../../contract/agents/tools.ts";
import { listOf } from "../../../contract/schema.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../domain/agent.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

export const toolRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/tools",
    policy: { who: "person", scope: "read" },
    summary: "The tools that one's agents may be given: built in, of one's MCP servers, and capabilities.",
    answers: () => ({ 200: listOf(ToolShape()) }),
    handler: list,
  }),
];

/** An agent that may use everything. */
const ANYBODY: Agent = { ...AGENT_DEFAULTS, slug: "", name: "", instructions: "", version: 1 };

async function list(context: ApiContext) {
  const tools = await servicesOf(context).toolbox.list(ANYBODY, context.get("principal").owner);
  const items = tools.map(({ name, description, effect, reach, personal = false }) => ({
    name,
    description,
    effect,
    reach,
    personal,
    from: sourceOf(name),
  }));
  return reply(200, { items, next_cursor: null });
}

function sourceOf(name: string): "built_in" | "server" | "capability" {
  if (name.startsWith("mcp_")) return "server";
  return name.startsWith("cap_") ? "capability" : "built_in";
}

/** Tools that agents may be given. */
import { z } from "zod";
import { listOf, namedSchema } from "../../../contract/schema.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../domain/agent.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const ToolShape = namedSchema("Tool", () =>
  z.object({
    name: z.string(),
    description: z.string(),
    /** `read` only looks, `idempotent` changes something of one's own, `once` must not be done twice. */
    effect: z.enum(["read", "idempotent", "once"]),
    /** Whether it can carry data out of the owner's own stores. */
    reach: z.enum(["inside", "outside"]),
    /** The tool works on what belongs to its owner alone, so nobody else's words reach it. */
    personal: z.boolean(),
    from: z.enum(["built_in", "server", "capability"]),
  }),
);

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

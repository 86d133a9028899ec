/** MCP servers: their routes and their tools. */
import { mcpRoutes } from "../http/routes/mcp.ts";
import { definePart } from "../part.ts";

export const mcpPart = definePart({
  name: "mcp",
  routes: mcpRoutes,
  open: ({ mcp }) => ({ sources: [mcp] }),
});

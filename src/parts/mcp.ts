/** MCP servers: their routes and their tools. */
import { mcpRoutes } from "../http/routes/mcp.ts";
import { mcpPromptRoutes } from "../http/routes/mcp-prompts.ts";
import { definePart } from "../part.ts";

export const mcpPart = definePart({
  name: "mcp",
  routes: [...mcpRoutes, ...mcpPromptRoutes],
  open: ({ mcp }) => ({ sources: [mcp] }),
});

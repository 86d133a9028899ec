/** MCP servers: their routes and their tools. */

import { definePart } from "../part.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { mcpPromptRoutes } from "./routes/mcp-prompts.ts";

export const mcpPart = definePart({
  name: "mcp",
  routes: [...mcpRoutes, ...mcpPromptRoutes],
  open: ({ mcp }) => ({ sources: [mcp] }),
});

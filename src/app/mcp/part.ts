/** MCP servers: their routes and their tools. */

import { definePart } from "../part.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { mcpPromptRoutes } from "./routes/mcp-prompts.ts";
import { NEEDS } from "./services.ts";

export const mcpPart = definePart({
  name: "mcp",
  routes: [...mcpRoutes, ...mcpPromptRoutes],
  needs: NEEDS,
  open: ({ mcp }) => ({ sources: [mcp] }),
});

/** MCP servers: their routes and their tools. */

import { mcpServers } from "../../storage/d1/schema/tools.ts";
import { withPlanAhead } from "../../tools/plan-ahead.ts";
import { definePart } from "../part.ts";
import { archiveServers } from "./archive.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { mcpPromptRoutes } from "./routes/mcp-prompts.ts";
import { NEEDS } from "./services.ts";

export const mcpPart = definePart({
  name: "mcp",
  routes: [...mcpRoutes, ...mcpPromptRoutes],
  owned: [mcpServers],
  needs: NEEDS,
  open: (services) => ({
    sources: [withPlanAhead(services.mcp)],
    archive: ({ owner }) => archiveServers(services, owner),
  }),
});

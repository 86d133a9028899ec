/** Servers of the Model Context Protocol. */

import type { Mcp } from "../../tools/mcp/create-mcp.ts";
import type { McpServers } from "../../tools/mcp/servers.ts";
import { group } from "./group.ts";

export interface McpServices {
  mcp: Mcp;
  mcpServers: McpServers;
}

export const MCP = group<McpServices>()("mcp", "mcpServers");

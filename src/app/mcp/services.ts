/** Services that the MCP part uses. */

import { KERNEL } from "../services/kernel.ts";
import { MCP } from "../services/mcp.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MCP] as const;

export const servicesOf = serviceReader(...NEEDS);

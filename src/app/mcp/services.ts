/** Services that mcp is given. */

import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { MCP } from "../services/mcp.ts";
import { given } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MCP] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = given(...NEEDS);

/** Services that the MCP server part uses. */

import { KERNEL } from "../services/kernel.ts";
import { MEMORY } from "../services/memory.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEMORY, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

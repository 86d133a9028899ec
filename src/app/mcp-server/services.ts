/** Services that the MCP server part uses. */

import { KERNEL } from "../services/kernel.ts";
import { MEMORY } from "../services/memory.ts";
import { PEOPLE } from "../services/people.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEMORY, PEOPLE, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

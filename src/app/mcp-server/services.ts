/** Services that mcp-server is given. */

import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEMORY } from "../services/memory.ts";
import { ROUTING } from "../services/routing.ts";
import { given } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEMORY, ROUTING] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = given(...NEEDS);

/** Services that skills is given. */
import { AGENTS } from "../services/agents.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { given } from "../services/sealed.ts";

export const NEEDS = [AGENTS, KERNEL] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = given(...NEEDS);

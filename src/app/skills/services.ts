/** Services that the skills part uses. */
import { AGENTS } from "../services/agents.ts";
import { KERNEL } from "../services/kernel.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, KERNEL] as const;

export const servicesOf = serviceReader(...NEEDS);

/** Services that the feedback part uses. */
import { AGENTS } from "../services/agents.ts";
import { KERNEL } from "../services/kernel.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, KERNEL, PLATFORM] as const;

export const servicesOf = serviceReader(...NEEDS);

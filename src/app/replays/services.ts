/** Services that the replays part uses. */
import { AGENTS } from "../services/agents.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, KERNEL, PEOPLE, PLATFORM] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

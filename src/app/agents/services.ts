/** Services that the agents part uses. */
import { AGENTS } from "../services/agents.ts";
import { CONVERSATIONS } from "../services/conversations.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, CONVERSATIONS, KERNEL, PEOPLE, PLATFORM, ROOMS, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

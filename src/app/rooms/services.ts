/** Services that the rooms part uses. */
import { AGENTS } from "../services/agents.ts";
import { CONVERSATIONS } from "../services/conversations.ts";
import { INSTANCE } from "../services/instance.ts";
import { KERNEL } from "../services/kernel.ts";
import { MODELS } from "../services/models.ts";
import { PEOPLE } from "../services/people.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, CONVERSATIONS, INSTANCE, KERNEL, MODELS, PEOPLE, ROOMS, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

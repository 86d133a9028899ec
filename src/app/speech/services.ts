/** Services that the speech part uses. */

import { AGENTS } from "../services/agents.ts";
import { CONVERSATIONS } from "../services/conversations.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { MODELS } from "../services/models.ts";
import { PEOPLE } from "../services/people.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, CONVERSATIONS, KERNEL, MEDIA, MODELS, PEOPLE, ROOMS, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

/** Services that the export part uses. */
import { AGENTS } from "../services/agents.ts";
import { CONVERSATIONS } from "../services/conversations.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEMORY } from "../services/memory.ts";
import { PEOPLE } from "../services/people.ts";
import { PERSONAL_DATA } from "../services/personal-data.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [
  AGENTS,
  CONVERSATIONS,
  KERNEL,
  MEMORY,
  PEOPLE,
  PERSONAL_DATA,
  PLATFORM,
  ROOMS,
  ROUTING,
] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

/** Services that the completions part uses. */
import { AGENTS } from "../services/agents.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { MEMORY } from "../services/memory.ts";
import { MODELS } from "../services/models.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, KERNEL, MEDIA, MEMORY, MODELS, PLATFORM, ROOMS, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

/** Services that the collections part uses. */
import { AGENTS } from "../services/agents.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { MEMORY } from "../services/memory.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, KERNEL, MEDIA, MEMORY, PLATFORM] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

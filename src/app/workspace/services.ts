/** Services that the workspace part uses. */

import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { MEMORY } from "../services/memory.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEDIA, MEMORY, PLATFORM, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

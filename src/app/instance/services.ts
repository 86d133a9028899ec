/** Services that the instance part uses. */
import { CONVERSATIONS } from "../services/conversations.ts";
import type { ServicesOf } from "../services/group.ts";
import { INSTANCE } from "../services/instance.ts";
import { KERNEL } from "../services/kernel.ts";
import { MODELS } from "../services/models.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [CONVERSATIONS, INSTANCE, KERNEL, MODELS, PLATFORM] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

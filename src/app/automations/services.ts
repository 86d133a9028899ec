/** Services that the automations part uses. */
import { CONVERSATIONS } from "../services/conversations.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [CONVERSATIONS, KERNEL, PLATFORM] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

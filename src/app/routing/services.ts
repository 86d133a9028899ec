/** Services that the routing part uses. */
import { CONVERSATIONS } from "../services/conversations.ts";
import { KERNEL } from "../services/kernel.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [CONVERSATIONS, KERNEL, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);

/** Services that the webhooks part uses. */
import { CONVERSATIONS } from "../services/conversations.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [CONVERSATIONS, KERNEL, PEOPLE, PLATFORM, ROUTING] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

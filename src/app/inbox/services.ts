/** Services that the inbox part uses. */
import { CONVERSATIONS } from "../services/conversations.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [CONVERSATIONS, KERNEL, PEOPLE] as const;

export const servicesOf = serviceReader(...NEEDS);

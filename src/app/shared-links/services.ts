/** Services that the shared links part uses. */
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { serviceReader } from "../services/sealed.ts";
import { SHARED_LINKS } from "../services/shared-links.ts";

export const NEEDS = [KERNEL, PEOPLE, SHARED_LINKS] as const;

export const servicesOf = serviceReader(...NEEDS);

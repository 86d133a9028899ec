/** Services that the shared links part uses. */
import { INSTANCE } from "../services/instance.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { serviceReader } from "../services/sealed.ts";
import { SHARED_LINKS } from "../services/shared-links.ts";

export const NEEDS = [INSTANCE, KERNEL, PEOPLE, SHARED_LINKS] as const;

export const servicesOf = serviceReader(...NEEDS);

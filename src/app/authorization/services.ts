/** Services that the authorization part uses. */
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PEOPLE, PLATFORM] as const;

export const servicesOf = serviceReader(...NEEDS);

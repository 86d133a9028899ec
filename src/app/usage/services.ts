/** Services that the usage part uses. */

import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PEOPLE] as const;

export const servicesOf = serviceReader(...NEEDS);

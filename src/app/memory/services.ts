/** Services that the memory part uses. */

import { KERNEL } from "../services/kernel.ts";
import { MEMORY } from "../services/memory.ts";
import { PEOPLE } from "../services/people.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEMORY, PEOPLE] as const;

export const servicesOf = serviceReader(...NEEDS);

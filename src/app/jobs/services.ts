/** Services that the jobs part uses. */

import { KERNEL } from "../services/kernel.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL] as const;

export const servicesOf = serviceReader(...NEEDS);

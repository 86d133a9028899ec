/** Services that the backups part uses. */
import { KERNEL } from "../services/kernel.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PLATFORM] as const;

export const servicesOf = serviceReader(...NEEDS);

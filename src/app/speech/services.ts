/** Services that the speech part uses. */

import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEDIA] as const;

export const servicesOf = serviceReader(...NEEDS);

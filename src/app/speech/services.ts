/** Services that speech is given. */

import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { given } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEDIA] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = given(...NEEDS);

/** Services that prompts is given. */

import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { PLATFORM } from "../services/platform.ts";
import { given } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PLATFORM] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = given(...NEEDS);

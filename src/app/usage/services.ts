/** Services that usage is given. */

import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { given } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PEOPLE] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = given(...NEEDS);

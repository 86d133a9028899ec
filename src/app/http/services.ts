/** Services that sign-in, pictures and the frame of every request are given. */

import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PEOPLE, PLATFORM] as const;

export const servicesOf = serviceReader(...NEEDS);

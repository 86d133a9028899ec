/** Services for sign-in, pictures, and the middleware of every request. */

import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, PEOPLE, PLATFORM] as const;

export const servicesOf = serviceReader(...NEEDS);

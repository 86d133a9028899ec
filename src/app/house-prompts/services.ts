/** Services that the part of the house's prompts uses. */
import type { ServicesOf } from "../services/group.ts";
import { INSTANCE } from "../services/instance.ts";
import { serviceReader } from "../services/sealed.ts";

const NEEDS = [INSTANCE] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

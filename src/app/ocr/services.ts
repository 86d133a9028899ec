/** Services that the part of text recognition uses. */
import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { MODELS } from "../services/models.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [KERNEL, MEDIA, MODELS] as const;

export const servicesOf = serviceReader(...NEEDS);

/** Choices for the whole instance. */
import type { BrandingStore } from "../../storage/d1/instance/branding.ts";
import { group } from "./group.ts";

export interface InstanceServices {
  /** Name and logo. */
  branding: BrandingStore;
}

export const INSTANCE = group<InstanceServices>()("branding");

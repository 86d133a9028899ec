/** Choices for the whole instance, and what it tells collectors. */
import type { Telemetry } from "../../observability/telemetry-port.ts";
import type { BrandingStore } from "../../storage/d1/instance/branding.ts";
import { group } from "./group.ts";

export interface InstanceServices {
  /** Name and logo. */
  branding: BrandingStore;
  /** Export of turns and jobs. */
  telemetry: Telemetry;
}

export const INSTANCE = group<InstanceServices>()("branding", "telemetry");

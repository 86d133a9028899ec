/** Choices for the whole instance, and what it tells collectors. */

import type { PromptTexts, ShippedPrompt } from "../../agent/prompts/prompt-texts.ts";
import type { Telemetry } from "../../observability/telemetry-port.ts";
import type { BrandingStore } from "../../storage/d1/instance/branding.ts";
import type { D1HousePrompts } from "../../storage/d1/prompts/house-prompts.ts";
import { group } from "./group.ts";

export interface InstanceServices {
  /** Name and logo. */
  branding: BrandingStore;
  /** Prompts of the house: their texts as they hold, as they ship, and what the operator edited. */
  prompts: PromptTexts;
  shippedPrompts: () => readonly ShippedPrompt[];
  housePrompts: D1HousePrompts;
  /** Export of turns and jobs. */
  telemetry: Telemetry;
}

export const INSTANCE = group<InstanceServices>()(
  "branding",
  "prompts",
  "shippedPrompts",
  "housePrompts",
  "telemetry",
);

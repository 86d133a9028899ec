/** What the suite's set-up tells its files. */
import type { Place } from "../../support/process/nightjar.ts";

declare module "vitest" {
  interface ProvidedContext {
    nightjarPlace: Place;
    chromiumAddress: string;
    modelPort: number;
    telegramUrl: string;
  }
}

/** Checks of speech. */
import type { Check } from "./check.ts";

export function speechCheck(name: string): Check {
  return async (settings, { fetch, signal }) => {
    const { trySpeech } = await import("./speech-trial.ts");
    return trySpeech(name, { settings, fetch }, signal);
  };
}

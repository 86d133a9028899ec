/** Voices that the browser has of its own. */
import { type OwnVoice, synthesis } from "./synthesis.ts";

/** Browsers list them a while after the page has come. */
const LISTED_MS = 1_500;

type After = (ms: number, run: () => void) => () => void;

/** Resolves with whether there is one. */
export function hasVoices(after: After): Promise<boolean> {
  const own = synthesis();
  const isThere = () => own !== undefined && own.getVoices().length > 0;
  if (own === undefined || isThere()) return Promise.resolve(isThere());
  return new Promise((resolve) => {
    const cancel = after(LISTED_MS, () => tell());
    const tell = () => {
      cancel();
      own.removeEventListener?.("voiceschanged", tell);
      resolve(isThere());
    };
    // Older Safaris list them at once, and have no such event.
    own.addEventListener?.("voiceschanged", tell);
  });
}

/**
 * The voice for a language, those of the device before those of a service: the latter fall silent after 15 seconds and tell no words.
 * Null: the browser's choice.
 */
export function voiceFor(language: string): OwnVoice | null {
  const known = synthesis()?.getVoices() ?? [];
  const fits = known.filter(({ lang }) => baseOf(lang) === baseOf(language));
  const [best = null] = fits.toSorted((a, b) => rank(a) - rank(b));
  return best;
}

function rank(voice: OwnVoice): number {
  return (voice.localService ? 0 : 2) + (voice.default ? 0 : 1);
}

/** `de` of `de-AT`, which Android writes as `de_AT`. */
export function baseOf(tag: string): string {
  return tag.split(/[-_]/)[0]?.toLowerCase() ?? "";
}

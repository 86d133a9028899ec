/** What a person prefers, and what stands where they have not said. */

/** What the web app has catalogues of, and English. */
export const INTERFACE_LANGUAGES = ["en", "de", "fr"] as const;
type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

export interface Preferences {
  /** IANA's name, such as `Europe/Vienna`. */
  time_zone: string | null;
  /** BCP 47, such as `de-AT`: what agents answer in when the message does not show it. */
  language: string | null;
  /** What the web app speaks; null: the browser's own language. */
  interface_language: InterfaceLanguage | null;
  /** Whether channels that can speak answer with a voice message too. */
  voice_replies: boolean | null;
  /** An agent's slug: answers where a request names none. */
  default_agent: string | null;
  /** `provider/model`. */
  default_model: string | null;
  /** `provider/model` each: first where models are chosen. */
  favourite_models: string[] | null;
}

export const NO_PREFERENCES: Preferences = {
  time_zone: null,
  language: null,
  interface_language: null,
  voice_replies: null,
  default_agent: null,
  default_model: null,
  favourite_models: null,
};

/** The language tag as BCP 47 writes it (`de-at` is `de-AT`); undefined for what is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined; // A RangeError: not a tag.
  }
}

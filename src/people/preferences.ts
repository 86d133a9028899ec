/** A person's preferences, and the values while none are set. */

import type { InterfaceLanguage } from "../domain/text/translated/languages.ts";

export interface Preferences {
  /** IANA name, such as `Europe/Vienna`. */
  time_zone: string | null;
  /** BCP 47, such as `de-AT`: the language of answers when the message does not show one. */
  language: string | null;
  /** Language of the web app, and of Nightjar's own texts in chats; null: the browser's, and the platform's. */
  interface_language: InterfaceLanguage | null;
  /** Whether channels that support voice answer with a voice message too. */
  voice_replies: boolean | null;
  /** Whether what the person says in calls is kept as sound for a day. */
  keep_recordings: boolean | null;
  /** Slug of the agent that answers when a request names none. */
  default_agent: string | null;
  /** `provider/model`. */
  default_model: string | null;
  /** `provider/model` each: listed first where models are chosen. */
  favourite_models: string[] | null;
  /** The person's words about themselves, for every agent. */
  about_me: string | null;
  /** The person's wishes about answers, for every agent. */
  answer_style: string | null;
  /** False: agents get neither of both. */
  custom_instructions: boolean | null;
  /** Id of the person's own file with their picture; null: their initial on their colour. */
  avatar: string | null;
  /** `#rrggbb`. */
  avatar_color: string | null;
  /** Whether the person has finished or skipped the first run of the web app. */
  is_set_up: boolean | null;
  /** Newest version of Nightjar whose changes the person was told of. */
  seen_version: string | null;
}

export const NO_PREFERENCES: Preferences = {
  time_zone: null,
  language: null,
  interface_language: null,
  voice_replies: null,
  keep_recordings: null,
  default_agent: null,
  default_model: null,
  favourite_models: null,
  about_me: null,
  answer_style: null,
  custom_instructions: null,
  avatar: null,
  avatar_color: null,
  is_set_up: null,
  seen_version: null,
};

/** Most characters of `about_me`, and of `answer_style`. */
export const MOST_INSTRUCTIONS = 2_000;

/** The canonical BCP 47 tag (`de-at` becomes `de-AT`); undefined for text that is no tag. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined; // A RangeError: not a tag.
  }
}

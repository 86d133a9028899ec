/** Which languages the app has, and which of them it speaks here. */

/** Each by its own name. English is what the messages are written in: it needs no catalogue. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;

/** English until another has been learnt. */
export let language: Language = "en";
/** The tag by which dates and numbers are written. */
export let locale = "en";

/** `tags`: what the browser's person reads (BCP 47), the first best. Null: nothing was chosen. */
export function speak(chosen: Language | null, tags: readonly string[]): void {
  language = languageFor(chosen, tags);
  locale = tags.find((tag) => firstKnown([tag]) === language) ?? language;
}

export function languageFor(chosen: Language | null, tags: readonly string[]): Language {
  return chosen ?? firstKnown(tags) ?? "en";
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);
}

function firstKnown(tags: readonly string[]): Language | undefined {
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage);
}

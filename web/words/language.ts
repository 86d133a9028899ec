/** The app's languages, and the one in use. */

/** Each by its own name. Messages are written in English, so English needs no catalogue. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;

/** English until another is loaded. */
export let language: Language = "en";
/** Language tag for dates and numbers. */
export let locale = "en";

/** `tags`: the browser's preferred languages (BCP 47), best first. Null: nothing was chosen. */
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

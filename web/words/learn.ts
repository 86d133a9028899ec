/** The language of this browser: chosen, stored and loaded. */
import { isLanguage, type Language, language, languageFor, speak } from "./language.ts";
import { type Catalogue, useCatalogue } from "./t.ts";

const STORED = "nightjar:language";

const ADDRESSES = {
  de: new URL("./catalogues/de.json", import.meta.url).href,
  fr: new URL("./catalogues/fr.json", import.meta.url).href,
};

/** Call it before any message is requested. A catalogue that cannot be loaded leaves the app in English. */
export async function learnLanguage(): Promise<void> {
  speak(chosenLanguage(), navigator.languages);
  document.documentElement.lang = language;
  if (language === "en") return;
  try {
    const response = await fetch(ADDRESSES[language]);
    if (response.ok) useCatalogue((await response.json()) as Catalogue);
  } catch {
    // No network, and never loaded before: the app is useful in English too.
  }
}

/** Null: the browser's default. Reloads the page if that changes the language. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === chosenLanguage()) return;
  try {
    if (chosen === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, chosen);
  } catch {
    return; // Storage is blocked: use the browser's language.
  }
  if (languageFor(chosen, navigator.languages) !== language) location.reload();
}

function chosenLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(STORED);
    return isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

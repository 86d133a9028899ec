/** The language of this browser: chosen, kept and loaded. */
import { isLanguage, type Language, language, languageFor, speak } from "./language.ts";
import { type Catalogue, useCatalogue } from "./t.ts";

const STORED = "nightjar:language";

const ADDRESSES = {
  de: new URL("./catalogues/de.json", import.meta.url).href,
  fr: new URL("./catalogues/fr.json", import.meta.url).href,
};

/** Before any message is asked for. What cannot be loaded is said in English. */
export async function learnLanguage(): Promise<void> {
  speak(chosenLanguage(), navigator.languages);
  document.documentElement.lang = language;
  if (language === "en") return;
  try {
    const response = await fetch(ADDRESSES[language]);
    if (response.ok) useCatalogue((await response.json()) as Catalogue);
  } catch {
    // Without a network, and never loaded before: in English it is of use too.
  }
}

/** Null: as the browser has it. Where that changes something, the page is loaded anew. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === chosenLanguage()) return;
  try {
    if (chosen === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, chosen);
  } catch {
    return; // A closed storage: the browser's language it is.
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

/** The language of this browser: chosen, stored and loaded. */
import type { TextCatalogue } from "../../src/domain/text/translated/translate.ts";
import { isLanguage, type Language, language, languageFor, speak } from "./language.ts";
import { useTranslate } from "./server-text.ts";
import { type Catalogue, useCatalogue } from "./t.ts";

const STORED = "nightjar:language";

const ADDRESSES = {
  de: new URL("./catalogues/de.json", import.meta.url).href,
  fr: new URL("./catalogues/fr.json", import.meta.url).href,
};
/** Catalogues of the texts that the server writes. */
const SERVER_ADDRESSES = {
  de: new URL("../../src/domain/text/translated/catalogues/de.json", import.meta.url).href,
  fr: new URL("../../src/domain/text/translated/catalogues/fr.json", import.meta.url).href,
};

/** Call it before any message is requested. A catalogue that cannot be loaded leaves the app in English. */
export async function learnLanguage(): Promise<void> {
  speak(chosenLanguage(), navigator.languages);
  document.documentElement.lang = language;
  if (language === "en") return;
  const [own, server] = await Promise.all([
    loaded<Catalogue>(ADDRESSES[language]),
    loaded<TextCatalogue>(SERVER_ADDRESSES[language]),
  ]);
  if (own) useCatalogue(own);
  if (server) {
    const { createTranslate } = await import("../../src/domain/text/translated/translate.ts");
    useTranslate(createTranslate(server));
  }
}

/** Undefined without a network, if it was never loaded before: the app is useful in English too. */
async function loaded<T>(address: string): Promise<T | undefined> {
  try {
    const response = await fetch(address);
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
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

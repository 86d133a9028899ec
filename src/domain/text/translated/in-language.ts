/** Texts of the server in a chat's language. A catalogue is loaded by the first text that is said in its language. */
import type { Translate } from "./for-people.ts";
import type { InterfaceLanguage } from "./languages.ts";
import type { TextCatalogue } from "./translate.ts";

const CATALOGUES: Readonly<
  Record<Exclude<InterfaceLanguage, "en">, () => Promise<{ default: TextCatalogue }>>
> = {
  de: () => import("./catalogues/de.json", { with: { type: "json" } }),
  fr: () => import("./catalogues/fr.json", { with: { type: "json" } }),
};

const loaded = new Map<InterfaceLanguage, Translate>();

const inEnglish: Translate = (text) => text;

/** Loads what `wordsIn` needs for that language. Never rejects. */
export async function loadWords(language: InterfaceLanguage | undefined): Promise<Translate> {
  if (language === undefined || language === "en") return inEnglish;
  const known = loaded.get(language);
  if (known) return known;
  const [{ default: catalogue }, { createTranslate }] = await Promise.all([
    CATALOGUES[language](),
    import("./translate.ts"),
  ]);
  const translate = createTranslate(catalogue);
  loaded.set(language, translate);
  return translate;
}

/** English until that language's catalogue is loaded. */
export function wordsIn(language: InterfaceLanguage | undefined): Translate {
  return (language && loaded.get(language)) ?? inEnglish;
}

/** Texts of the server in a chat's language. A catalogue is loaded by the first text that is said in its language. */
import type { Translate } from "./for-people.ts";
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "./languages.ts";
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

/** A text in each of the other languages that has it, for platforms that choose by their reader's own. Never rejects. */
export async function inOtherLanguages(text: string): Promise<Partial<Record<InterfaceLanguage, string>>> {
  const others = INTERFACE_LANGUAGES.filter((language) => language !== "en");
  const said = await Promise.all(
    others.map(async (language) => [language, (await loadWords(language))(text)] as const),
  );
  return Object.fromEntries(said.filter(([, words]) => words !== text));
}

/** English until that language's catalogue is loaded. */
export function wordsIn(language: InterfaceLanguage | undefined): Translate {
  return (language && loaded.get(language)) ?? inEnglish;
}

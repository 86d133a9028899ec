/** Guess of a text's language among those whose figures and negations are understood. */

export type KnownLanguage = "en" | "de" | "fr";

const COMMON: Record<KnownLanguage, ReadonlySet<string>> = {
  en: wordSet(
    "the of and to is was in that for with are were by on as it has have not from at an a be its this they which had but or",
  ),
  de: wordSet(
    "der die das und ist war nicht ein eine mit von den dem des im zu auf für sind wurde sich auch in an als bei nach aus wie am vom zum es er",
  ),
  fr: wordSet(
    "le la les des et est une un du dans que qui pour pas sur avec sont par au aux était il elle a à été l d n ne ont ce sa son ses se on",
  ),
};

/** English where nothing speaks for another one. */
export function languageOf(text: string): KnownLanguage {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = (["en", "de", "fr"] as const).map((language) => ({
    language,
    score: words.filter((word) => COMMON[language].has(word)).length,
  }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).language;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Guess of a text's language among those that the house knows words of. */

export type KnownLanguage = "en" | "de" | "fr";

const COMMON: Record<KnownLanguage, ReadonlySet<string>> = {
  en: wordSet(
    "the of and to is was in that for with are were by on as it has have not from at an a be its this they which had but or",
  ),
  de: wordSet(
    "der die das und ist war nicht ein eine mit von den dem des im zu auf für sind wurde sich auch in an als bei nach aus wie am vom zum es er",
  ),
  fr: wordSet(
    "le la les des et est une un du dans que qui pour pas sur avec sont par au aux était il elle a à été l' d' n' ne ont ce sa son ses se on",
  ),
};

/** `otherwise`: where nothing speaks for another one. */
export function languageOf(text: string, otherwise: KnownLanguage = "en"): KnownLanguage {
  const words =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/(?<!\p{L})[ldn]'|\p{L}+/gu) ?? [];
  const scoreOf = (language: KnownLanguage) => words.filter((word) => COMMON[language].has(word)).length;
  const others = (["en", "de", "fr"] as const).filter((language) => language !== otherwise);
  const best = others.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one));
  return scoreOf(best) > scoreOf(otherwise) ? best : otherwise;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Language of a BCP 47 tag such as `de-AT`; undefined: none that is known. */
export function knownLanguage(tag: string | undefined): KnownLanguage | undefined {
  return (["en", "de", "fr"] as const).find((language) => tag?.toLowerCase().split("-")[0] === language);
}

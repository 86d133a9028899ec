/** An answer in Markdown as a person would say it: for voices of servers and browsers alike. Pure; never throws. */
import { type KnownLanguage, languageOf } from "../language/known-language.ts";
import { blocksSpoken } from "./blocks.ts";
import { figuresSpoken } from "./figures.ts";
import { ENGLISH } from "./languages/english.ts";
import { FRENCH } from "./languages/french.ts";
import { GERMAN } from "./languages/german.ts";
import { spansSpoken } from "./spans.ts";
import type { SpokenLanguage } from "./spoken-language.ts";

const LANGUAGES: Readonly<Record<KnownLanguage, SpokenLanguage>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
};

/**
 * A line for each sentence or part of one. Empty: there is nothing to say. `otherwise`: language of a text that has no words of
 * its own to tell it by.
 */
export function toSpokenText(markdown: string, otherwise?: KnownLanguage): string {
  const language = LANGUAGES[languageOf(markdown, otherwise)];
  const said = blocksSpoken(markdown, language)
    .map((line) => lineSpoken(line, language))
    .filter((line) => line !== "")
    .join("\n");
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

function lineSpoken(line: string, language: SpokenLanguage): string {
  const words = abbreviationsSpoken(spansSpoken(line, language), language);
  return signsSpoken(figuresSpoken(words, language), language)
    .replace(/\s+/g, " ")
    .replace(/\s+([.,;!?])/g, language === FRENCH ? "$&" : "$1")
    .replace(/^\s*[.,;:]\s*/, "")
    .trim();
}

/** The full stop of an abbreviation that ends a line ends its sentence too. */
function abbreviationsSpoken(text: string, { abbreviations }: SpokenLanguage): string {
  return abbreviations.reduce((said, [abbreviated, words]) => {
    const pattern = `(?<![\\p{L}\\p{N}.])${abbreviated}`;
    return said
      .replace(new RegExp(`${pattern}(?=\\s*$)`, "gu"), `${words}.`)
      .replace(new RegExp(pattern, "gu"), words);
  }, text);
}

/** A sign counts between spaces, and before a figure: "a<b" and "R&D" stay. */
function signsSpoken(text: string, { signs }: SpokenLanguage): string {
  return Object.entries(signs).reduce(
    (said, [sign, words]) =>
      said
        .replaceAll(` ${sign} `, ` ${words} `)
        .replace(new RegExp(`(?:(?<=^|\\s)|(?<=\\d))${sign}\\s?(?=\\d)`, "g"), ` ${words} `),
    text,
  );
}

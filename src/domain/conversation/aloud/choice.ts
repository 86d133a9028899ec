/** The choice of a question that somebody's spoken words mean, in English, German and French. */
import { hasPhrase, plainWords } from "./plain-words.ts";
import { yesOrNo } from "./yes-or-no.ts";

/** Undefined: none of them, or more than one. Pure; never throws. */
export function choiceIn(words: string, options: readonly string[]): string | undefined {
  const plain = plainWords(words);
  if (plain === "") return undefined;
  const same = options.filter((option) => plainWords(option) === plain);
  if (same.length === 1) return same[0];
  if (NEGATION.test(plain)) return byYesOrNo(words, options);
  return named(plain, options) ?? byPlace(plain, options) ?? byYesOrNo(words, options);
}

/** "Not the blue one" names the blue one, and doesn't choose it. */
const NEGATION = /(?:^| )(?:not|no|neither|none|don t|nicht|nein|kein\w*|weder|non|pas|aucun\w*|ni)(?: |$)/;

/** The longer one of "Blue" and "Light blue" is meant where both are heard. */
function named(plain: string, options: readonly string[]): string | undefined {
  const heard = options.filter((option) => hasPhrase(plain, plainWords(option)));
  const longest = heard.filter(
    (option) => !heard.some((other) => other !== option && hasPhrase(plainWords(other), plainWords(option))),
  );
  return longest.length === 1 ? longest[0] : undefined;
}

function byYesOrNo(words: string, options: readonly string[]): string | undefined {
  const said = yesOrNo(words);
  const meant = said === undefined ? [] : options.filter((option) => yesOrNo(option) === said);
  return meant.length === 1 ? meant[0] : undefined;
}

/** "The second one", "Nummer zwei", "le dernier". */
function byPlace(plain: string, options: readonly string[]): string | undefined {
  const places = PLACES.flatMap((names, place) => (isPlace(plain, names) ? [place] : []));
  const last = LAST.some((name) => hasPhrase(plain, name)) ? [options.length - 1] : [];
  const meant = [...new Set([...places, ...last])];
  return meant.length === 1 ? options[meant[0] ?? 0] : undefined;
}

function isPlace(plain: string, { ordinals, numbers }: Place): boolean {
  if (ordinals.some((name) => hasPhrase(plain, name))) return true;
  return numbers.some(
    (name) => plain === name || COUNTED.some((word) => hasPhrase(plain, `${word} ${name}`)),
  );
}

interface Place {
  ordinals: readonly string[];
  /** Numbers that count only alone, or after a word such as "number". */
  numbers: readonly string[];
}

const COUNTED = [
  "number",
  "option",
  "choice",
  "answer",
  "nummer",
  "antwort",
  "punkt",
  "numero",
  "choix",
  "reponse",
];
const LAST = ["last", "last one", "letzte", "letzter", "letztes", "letzten", "dernier", "derniere"];

/** A question has ten choices at most. */
const PLACES: readonly Place[] = [
  place("first premier premiere 1st 1er 1ere", "erst", "one eins eine un une 1"),
  place("second deuxieme seconde 2nd 2e", "zweit", "two zwei zwo deux 2"),
  place("third troisieme 3rd 3e", "dritt", "three drei trois 3"),
  place("fourth quatrieme 4th 4e", "viert", "four vier quatre 4"),
  place("fifth cinquieme 5th 5e", "funft", "five funf cinq 5"),
  place("sixth sixieme 6th 6e", "sechst", "six sechs 6"),
  place("seventh septieme 7th 7e", "siebt", "seven sieben sept 7"),
  place("eighth huitieme 8th 8e", "acht", "eight huit 8"),
  place("ninth neuvieme 9th 9e", "neunt", "nine neun neuf 9"),
  place("tenth dixieme 10th 10e", "zehnt", "ten zehn dix 10"),
];

function place(ordinals: string, german: string, numbers: string): Place {
  const endings = ["e", "er", "es", "en", "em"].map((ending) => `${german}${ending}`);
  return { ordinals: [...ordinals.split(" "), ...endings], numbers: numbers.split(" ") };
}

/** Names that a sentence says, for a look whether the passages have them. */
import { type KnownLanguage, languageOf } from "../../domain/text/language/known-language.ts";

const NOT_NAMES = new Set(
  (
    "I The A An In On At By For With From As It Its This That These Those They He She We You There Here When While Where After Before During Since Both Each Most Many Some All No Not However Also Although Because But And Or If One Two Three Its Their His Her " +
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Le La Les Un Une Des En Dans Il Elle Ils Elles Ce Cette Ces Sur Pour Par Selon Mais " +
    "January February March April May June July August September October November December " +
    "Celsius Fahrenheit Mr Mrs Ms Dr Doctor Prof Professor Sir Lady King Queen President Herr Frau Doktor Monsieur Madame Mme"
  ).split(" "),
);
const CAPITAL = /(?<![\p{L}\d])\p{Lu}[\p{L}'’-]*\p{L}|(?<![\p{L}\d])\p{Lu}{2,}\d*/gu;
/** German writes every noun with a capital: a name is what follows another capital, or one of these words without an article. */
const BEFORE_NAMES = /(?:^|\s)(?:in|aus|nach|von|bei|durch|laut|Herr|Frau|Professor|Dr\.)\s$/u;

/** Single words of names, without the first word of a sentence unless it goes on as a name. */
export function namesOf(sentence: string, language: KnownLanguage = languageOf(sentence)): string[] {
  const found = [...sentence.matchAll(CAPITAL)].filter(([word]) => !NOT_NAMES.has(word));
  if (language === "de") return germanNames(sentence, found);
  return found
    .filter((match) => !isFirst(sentence, match) || isFollowed(sentence, match) || isAcronym(match[0]))
    .map(([word]) => word);
}

function germanNames(sentence: string, found: readonly RegExpExecArray[]): string[] {
  return found
    .filter((match) => {
      if (isAcronym(match[0])) return true;
      if (isFirst(sentence, match)) return false;
      const before = sentence.slice(0, match.index);
      return BEFORE_NAMES.test(before);
    })
    .map(([word]) => word);
}

function isFirst(sentence: string, { index }: RegExpExecArray): boolean {
  const before = sentence.slice(0, index).replace(/[\s"“„«(*_-]+$/u, "");
  return before === "" || /[.!?:]$/.test(before);
}

function isFollowed(sentence: string, match: RegExpExecArray): boolean {
  return /^\s\p{Lu}\p{Ll}/u.test(sentence.slice(match.index + match[0].length));
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}\d*$/u.test(word);
}

/** Adjectives that share no stem with their land. */
const LANDS: ReadonlyMap<string, string> = new Map(
  "french:france dutch:netherlands danish:denmark swiss:switzerland spanish:spain polish:poland british:britain turkish:turkey welsh:wales scottish:scotland irish:ireland swedish:sweden finnish:finland greek:greece"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Letters that transliterations write in several ways, each as one of them: "Tschaikowsky" and "Tchaikovski". */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/tsch|tch/g, "ch"],
  [/sch/g, "sh"],
  [/kh/g, "ch"],
  [/w/g, "v"],
  [/ph/g, "f"],
  [/ae/g, "a"],
  [/oe/g, "o"],
  [/ue|ou/g, "u"],
  [/[yj]/g, "i"],
  [/(\p{L})\1+/gu, "$1"],
];

function soundOf(plainText: string): string {
  return SOUNDS.reduce((text, [form, by]) => text.replace(form, by), plainText);
}

/** Tells whether the text has the name, past accents, case and endings. */
export function hasName(text: string, name: string): boolean {
  const [within, sought] = [plain(text), plain(name).replace(/(?:'s|s')$/, "")];
  if (within.includes(sought)) return true;
  const stem = sought.replace(/(?:s|es|n|en|ian|ish|an)$/, "");
  if (stem.length >= 4 && within.includes(stem)) return true;
  const land = LANDS.get(sought);
  if (land && within.includes(land)) return true;
  const sound = soundOf(sought);
  if (sound.length >= 5 && soundOf(within).includes(sound)) return true;
  return isAcronym(name) && initialsOf(text).includes(sought);
}

function initialsOf(text: string): string {
  return (text.match(/(?<![\p{L}])\p{Lu}/gu) ?? []).join("").toLowerCase();
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’]/g, "'").toLowerCase();
}

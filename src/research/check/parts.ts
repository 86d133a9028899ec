/** Shares and ordinals told in words: evidence for the figures of a sentence, never a claim that needs some. */
import { numberOfWord } from "./number-words.ts";

interface Part {
  kind: "percent" | "ordinal";
  value: number;
}

const DENOMINATORS: readonly (readonly [number, string])[] = [
  [2, "half|halves|hälfte|moitié"],
  [3, "thirds?|drittel|tiers"],
  [4, "quarters?|viertel|quarts?"],
  [5, "fifths?|fünftel|cinquièmes?"],
  [8, "eighths?|achtel|huitièmes?"],
  [10, "tenths?|zehntel|dixièmes?"],
];
const COUNT = "(?:(\\d+|\\p{L}[\\p{L}-]*)[ -])?";
const RATIO =
  /(?<![\p{L}\d.,])(\d+|\p{L}[\p{L}-]*) (?:in|out of|of|of the|von|von den|der|sur|des) (\d+|\p{L}[\p{L}-]*)(?![\p{L}\d])/giu;

const ORDINALS: readonly (readonly [number, RegExp])[] = (
  [
    [1, "first|erste[nrsm]?|premi(?:er|ère)"],
    [2, "second|zweite[nrsm]?|deuxième|seconde"],
    [3, "third|dritte[nrsm]?|troisième"],
    [4, "fourth|vierte[nrsm]?|quatrième"],
    [5, "fifth|fünfte[nrsm]?|cinquième"],
    [6, "sixth|sechste[nrsm]?|sixième"],
    [7, "seventh|siebte[nrsm]?|septième"],
    [8, "eighth|achte[nrsm]?|huitième"],
    [9, "ninth|neunte[nrsm]?|neuvième"],
    [10, "tenth|zehnte[nrsm]?|dixième"],
    [11, "eleventh|elfte[nrsm]?|onzième"],
    [12, "twelfth|zwölfte[nrsm]?|douzième"],
    [13, "thirteenth|dreizehnte[nrsm]?|treizième"],
    [14, "fourteenth|vierzehnte[nrsm]?|quatorzième"],
    [15, "fifteenth|fünfzehnte[nrsm]?|quinzième"],
    [16, "sixteenth|sechzehnte[nrsm]?|seizième"],
    [17, "seventeenth|siebzehnte[nrsm]?|dix-septième"],
    [18, "eighteenth|achtzehnte[nrsm]?|dix-huitième"],
    [19, "nineteenth|neunzehnte[nrsm]?|dix-neuvième"],
    [20, "twentieth|zwanzigste[nrsm]?|vingtième"],
    [21, "twenty-first|einundzwanzigste[nrsm]?|vingt-et-unième"],
  ] as const
).map(([value, words]) => [value, wordsOf(words)] as const);

export function partsOf(text: string): Part[] {
  return [
    ...DENOMINATORS.flatMap(([by, words]) =>
      [...text.matchAll(wordsOf(words, COUNT))].map(([, count]) => ({
        kind: "percent" as const,
        value: (100 * (numberIn(count) ?? 1)) / by,
      })),
    ),
    ...[...text.matchAll(RATIO)].flatMap(([, part, whole]) => ratio(numberIn(part), numberIn(whole))),
    ...ORDINALS.filter(([, form]) => text.search(form) >= 0).map(([value]) => ({
      kind: "ordinal" as const,
      value,
    })),
  ];
}

function ratio(part?: number, whole?: number): Part[] {
  if (part === undefined || whole === undefined || part >= whole) return [];
  return [{ kind: "percent", value: (100 * part) / whole }];
}

function numberIn(word = ""): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  return /^(?:one|eine?[rs]?|une?)$/iu.test(word) ? 1 : numberOfWord(word);
}

function wordsOf(words: string, before = ""): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${before}(?:${words})(?![\\p{L}])`, "giu");
}

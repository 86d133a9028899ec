/**
 * The Porter stemmer, as SQLite's `porter` tokenizer applies it: words of 3 to 64 letters, lower case.
 * Re-ranking must use the same stems as the index.
 */

const VOWEL = "aeiou";

const STEP2: readonly [string, string][] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const STEP3: readonly [string, string][] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const STEP4: readonly string[] = [
  "al",
  "ance",
  "ence",
  "er",
  "ic",
  "able",
  "ible",
  "ant",
  "ement",
  "ment",
  "ent",
  "ion",
  "ou",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
];

export function stem(word: string): string {
  if (word.length < 3 || word.length > 64 || !/^[a-z]+$/.test(word)) return word;
  let result = plural(word);
  result = pastAndGerund(result);
  if (result.endsWith("y") && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaceSuffix(result, STEP2);
  result = replaceSuffix(result, STEP3);
  result = dropSuffix(result);
  return tidyEnd(result);
}

function plural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("ss") ? word : word.slice(0, -1);
}

function pastAndGerund(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const base = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : undefined;
  if (base === undefined || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsDouble(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function replaceSuffix(word: string, table: readonly [string, string][]): string {
  for (const [suffix, replacement] of table) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    return measure(base) > 0 ? base + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  const suffix = STEP4.filter((each) => word.endsWith(each)).sort((a, b) => b.length - a.length)[0];
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  if (suffix === "ion" && !/[st]$/.test(base)) return word;
  return measure(base) > 1 ? base : word;
}

function tidyEnd(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const base = result.slice(0, -1);
    const m = measure(base);
    if (m > 1 || (m === 1 && !endsShort(base))) result = base;
  }
  return result.endsWith("ll") && measure(result.slice(0, -1)) > 1 ? result.slice(0, -1) : result;
}

function isVowel(word: string, index: number): boolean {
  const letter = word[index] ?? "";
  if (VOWEL.includes(letter)) return letter !== "";
  return letter === "y" && index > 0 && !isVowel(word, index - 1);
}

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (isVowel(word, index)) return true;
  return false;
}

/** The Porter measure: how many times a run of vowels is followed by a run of consonants. */
function measure(word: string): number {
  let count = 0;
  let previous = false;
  for (let index = 0; index < word.length; index++) {
    const vowel = isVowel(word, index);
    if (previous && !vowel) count++;
    previous = vowel;
  }
  return count;
}

function endsDouble(word: string): boolean {
  return word.length > 1 && word.at(-1) === word.at(-2) && !isVowel(word, word.length - 1);
}

/** Consonant, vowel, consonant, where the last is not w, x or y. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last > 1 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !/[wxy]$/.test(word)
  );
}

/**
 * Forms of a word in languages with endings, prefixed articles and compounds, without a dictionary of any:
 * "кошку" and "кошка", "Kočce" and "kočka", "Zahnarzt" and "Zahnarzttermin". Words are folded, as `words` gives
 * them.
 */

/** Beginning of words to look for, and the share of a match's weight that it is worth. */
export interface Beginning {
  begins: string;
  worth: number;
}

/** `form`: another form of the word; `part`: a compound with it; `none`: another word. */
export type Kinship = "form" | "part" | "none";

const LONG = 10;
const SHORTEST = 3;
const SHORTEST_PART = 5;
const NEAR = 0.7;
const FAR = 0.4;

/** Prefixes and endings that a script writes together with a word. */
interface Attached {
  script: RegExp;
  /** Articles, prepositions and conjunctions. */
  prefixes: readonly string[];
  /** The longest first. */
  endings: readonly string[];
}

const ATTACHED: readonly Attached[] = [
  {
    script: /\p{Script=Arabic}/u,
    prefixes: "ال وال بال كال فال لل و ب ل".split(" "),
    endings: "تها تهم ها هم هن نا كم ات ون ين ان يه تي ته تك ه ة ي ك ا ت".split(" "),
  },
  {
    script: /\p{Script=Hebrew}/u,
    prefixes: "ה ו ב ל מ ש כ וה שה".split(" "),
    endings: "ים ות יה ה ת י ך ו".split(" "),
  },
];

/** A dozen or two; none for a word that is too short to have them. */
export function beginningsOf(word: string): Beginning[] {
  const attached = attachedTo(word);
  if (attached !== undefined) {
    const roots = withoutEndings(word, attached);
    const all = roots.flatMap((root) => ["", ...attached.prefixes].map((prefix) => prefix + root));
    return [...new Set(all)].map((begins) => ({ begins, worth: NEAR }));
  }
  const { length } = word;
  if (length < SHORTEST) return [];
  const near = word.slice(0, Math.max(SHORTEST, length - 1));
  const far = word.slice(0, Math.max(SHORTEST, length - (length > 6 ? 3 : 2)));
  const others = [
    ...(near === far ? gradations(near) : [far]),
    ...(length >= LONG ? [word.slice(0, SHORTEST_PART)] : []),
  ];
  return [{ begins: near, worth: NEAR }, ...others.map((begins) => ({ begins, worth: FAR }))];
}

/** Second parts that a compound may have: whole words to look for. */
export function tailsOf(word: string): string[] {
  if (word.length < LONG || attachedTo(word) !== undefined) return [];
  const tails = [];
  for (let at = SHORTEST_PART - 1; at <= word.length - SHORTEST_PART; at++) tails.push(word.slice(at));
  return tails;
}

function attachedTo(word: string): Attached | undefined {
  return ATTACHED.find(({ script }) => script.test(word));
}

/** The word as it may be with a longest ending taken off, with and without what stands before it. */
function withoutEndings(word: string, { prefixes, endings }: Attached): string[] {
  const ahead = prefixes.filter((each) => word.startsWith(each) && word.length - each.length >= SHORTEST);
  return [
    ...new Set(
      ["", ...ahead].map((each) => word.slice(each.length)).map((rest) => withoutEnding(rest, endings)),
    ),
  ];
}

function withoutEnding(word: string, endings: readonly string[]): string {
  const ending = endings.find((each) => word.length - each.length >= 2 && word.endsWith(each)) ?? "";
  return word.slice(0, word.length - ending.length);
}

/** Consonants that change before an ending, such as in "kočka, kočce", "katu, kadun", "kitap, kitabı". */
const GRADES = [
  "td",
  "kg",
  "pb",
  "pv",
  "kc",
  "gz",
  "hz",
  "hs",
  "gk",
  "gž",
  "кч",
  "гж",
  "гз",
  "хш",
  "цч",
  "ск",
  "тч",
  "дж",
  "сш",
  "зж",
];

function alternates(a: string, b: string): boolean {
  return GRADES.some((pair) => pair === a + b || pair === b + a);
}

function gradations(begins: string): string[] {
  const last = begins.at(-1) ?? "";
  const others = GRADES.flatMap(([a = "", b = ""]) => (a === last ? [b] : b === last ? [a] : []));
  return [...new Set(others)].slice(0, 3).map((other) => begins.slice(0, -1) + other);
}

/** Tells of each word whether it is a form of `asked`, or a compound with it. */
export function kinOf(asked: string): (word: string) => Kinship {
  const attached = attachedTo(asked);
  if (attached !== undefined) {
    const roots = withoutEndings(asked, attached);
    return (word) => (withoutEndings(word, attached).some((root) => roots.includes(root)) ? "form" : "none");
  }
  const plain = single(asked);
  const start = asked.slice(0, 2);
  return (word) => {
    if (word.startsWith(start) && (isForm(asked, word) || isForm(plain, single(word)))) return "form";
    return isPart(asked, word) || isPart(word, asked) ? "part" : "none";
  };
}

/** Latin double letters come and go before endings: "tyttö" and "tytön". */
function single(word: string): string {
  return word.replaceAll("ß", "ss").replace(/([a-z])\1/g, "$1");
}

function isForm(a: string, b: string): boolean {
  const { shared, isGraded } = commonStart(a, b);
  const [less = 0, more = 0] = [a.length - shared, b.length - shared].sort((x, y) => x - y);
  if (shared >= 6) return more <= 5 && less <= 3;
  if (shared >= 4) return more <= 3 ? less <= 2 : more <= 4 && less <= 1;
  if (shared < SHORTEST) return false;
  return less + more <= (isGraded ? 4 : 3) && (more <= 2 || less === 0);
}

function commonStart(a: string, b: string): { shared: number; isGraded: boolean } {
  let shared = 0;
  let isGraded = false;
  while (shared < Math.min(a.length, b.length)) {
    const [left = "", right = ""] = [a[shared], b[shared]];
    if (left !== right) {
      if (isGraded || shared < 2 || !alternates(left, right)) break;
      isGraded = true;
    }
    shared++;
  }
  return { shared, isGraded };
}

function isPart(part: string, whole: string): boolean {
  if (part.length < SHORTEST_PART || whole.length - part.length < SHORTEST) return false;
  return whole.startsWith(part) || whole.endsWith(part);
}

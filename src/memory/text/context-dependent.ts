/**
 * Detects questions that refer to the conversation before them without naming their subject: "and when was
 * that?", "what did she say about it?". Covers the most written languages; in others a question is taken as
 * it stands.
 */
import { isFunctionWord } from "./function-words.ts";
import { isStopword } from "./stopwords.ts";
import { words } from "./words.ts";

const MOST_WORDS = 12;
const MOST_BARE = 4;
/** A question with this many meaningful words is understood by itself. */
const ENOUGH = 2;

/** Parses a list of folded words. */
function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}

/** Pronouns and adverbs that refer to something mentioned before. */
const POINTERS = setOf(
  `it its that this those these they them their theirs he him his she her hers there then ones other others
  dies diese dieser dieses er ihn ihm sie ihr ihnen dort da damals dann dazu davon damit daruber daran dafur danach denen
  il elle ils elles lui leur ca cela celui celle ceux celles y
  eso esto ese esa ella ellos ellas alli ahi entonces
  lei loro cio li quello quella ele ela eles elas isso aquilo ali hij zij ze daar toen`,
);
/** Words that refer back unless they are the article of a following noun. */
const ARTICLES = setOf("das der die den dem la le les l lo los las il gli het dat one");
const JOINS = setOf("and but so or also und aber oder et mais pour y e o u pero con ma mas en maar");
const BEFORE = setOf(
  `under in on at by with for from to of until till since about after before around up
  in an auf bei mit von vom bis seit zu zum fur aus nach a de du des jusqu jusque depuis avec chez par en hasta desde con di da fino per
  ate com op met tot van voor sinds`,
);
const ASKS = setOf(
  `who whom whose what which when where why how whereabouts did do does is are was were has have had will would can could should
  tell any more wer wen wem wessen was wann wo woher wohin warum wieso weshalb wie welche welcher welches hat ist war kommt
  qui que quoi quand ou pourquoi comment combien quel quelle quels quelles est
  quien quienes cuando donde cual cuales cuanto cuantos como che chi dove perche quanto quanti quale quali
  quem quando onde qual quantos wie waar wanneer waarom hoe welke hoeveel`,
);
/** Pronouns of the person spoken to and of the speaker: a question about them needs no earlier words. */
const YOU = setOf("you your u du dir dich ihnen tu te toi vous usted tu ti lei voce jij je");
const I = setOf("i we me us my our");
const ASKED_TO_TELL =
  /\b(?:do|can|could|would|will) you (?:know|remember|recall|tell|say)\b|\byou (?:know|remember|tell)\b/;
/** The empty "it" of time and weather. */
const OF_NOTHING = new RegExp(
  [
    String.raw`\b(?:what|which) (?:time|day|date|month|year|weekday) (?:is|was) it\b`,
    String.raw`\bthe (?:time|date|weather)\b|\bit is (?:half|quarter|noon)`,
    String.raw`\b(?:is|will|does|did) it (?:going to |gonna |be )?(?:\w+ )?(?:rain|snow|freez|wind|cloud|storm|sunny|cold|hot|warm|dark|late)`,
    String.raw`\bhow (?:\w+ )?(?:cold|hot|warm|late|dark|windy) (?:is|will|was) it\b`,
    String.raw`\bwie (?:spat|kalt|warm|heiss) ist es\b|\b(?:regnet|schneit) es\b|\bes (?:regn|schnei)`,
    String.raw`\bquelle heure (?:est|il)\b|\bil (?:pleu|neige|fait|fera)|\bfera t il\b`,
    String.raw`\bque horas? (?:es|sao)\b|\bche or[ae] (?:e|sono)\b|\bhoe laat is het\b`,
  ].join("|"),
);

/** `tells`: whether a word is rare enough to carry meaning. */
export function isContextDependent(text: string, tells: (word: string) => boolean): boolean {
  if (text.length > 160) return false;
  const all = words(text);
  if (all.length === 0 || all.length > MOST_WORDS) return false;
  if (all.filter((word) => saysWhat(word, tells)).length >= ENOUGH) return false;
  const key = all.join(" ");
  if (OF_NOTHING.test(key)) return false;
  if (all.some((word) => YOU.has(word)) && !ASKED_TO_TELL.test(key)) return false;
  return isAsked(text, all) && (JOINS.has(all[0] ?? "") || isPointing(all) || isBare(all, tells));
}

function saysWhat(word: string, tells: (word: string) => boolean): boolean {
  return !isStopword(word) && !isFunctionWord(word) && tells(word);
}

/** Whether it asks: by its question mark, or by its first word, since many people write no mark. */
function isAsked(text: string, all: readonly string[]): boolean {
  if (/[?？]/u.test(text)) return true;
  const first = all.find((word) => !JOINS.has(word) && !BEFORE.has(word)) ?? "";
  return ASKS.has(first);
}

function isPointing(all: readonly string[]): boolean {
  return all.some((word, at) => {
    if (POINTERS.has(word)) return true;
    const next = all[at + 1];
    return ARTICLES.has(word) && at > 0 && (next === undefined || isStopword(next) || isFunctionWord(next));
  });
}

/** "Why?", "until when?", "under what condition?": question words without a subject. */
function isBare(all: readonly string[], tells: (word: string) => boolean): boolean {
  if (all.length > MOST_BARE || all.some((word) => I.has(word))) return false;
  const [first = "", second = ""] = all;
  const asksOf = BEFORE.has(first) && ASKS.has(second);
  return asksOf || (all.some((word) => ASKS.has(word)) && !all.some((word) => saysWhat(word, tells)));
}

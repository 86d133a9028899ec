/**
 * Compares a sentence with a remembered one. Two that differ in a word that carries meaning are never the
 * same; where all but one place of them is alike and that place holds one value, the newer corrects the older.
 */
import { changesMeaning, isNegationOf } from "../text/meaning-changers.ts";
import { isUnspaced } from "../text/scripts.ts";
import { isTimeWord, saysManyTimes, saysWhatIs } from "../text/value-words.ts";
import { words } from "../text/words.ts";

/**
 * `same`: nothing new; `fuller`: the newer says the same and more; `narrower`: less; `correction`: it says
 * something else of one thing; `other`: both may be true.
 */
export type Comparison = "same" | "fuller" | "narrower" | "correction" | "other";

/** A text of which the other is a smaller share is about more than it. */
const LEAST_SHARE = 0.4;
/** Words that a correction leaves as they were. */
const KEPT = 3;
const KEPT_BESIDE_NEGATION = 2;
/** Words of the place in which a correction differs. */
const WIDEST = 4;
/** Words without a meaning that two sentences could differ in. */
const FILLERS = new Set(
  `a an the and that this also just very really so user person der die das den dem des ein eine einen einem einer und auch sehr
  le la les l d un une et aussi tres el los las una y tambien muy il lo gli i e anche os um uma het een ook и`.split(
    /\s+/,
  ),
);

export function compare(known: string, said: string): Comparison {
  const [before, now] = [meaningful(known), meaningful(said)];
  return sameness(before, now) ?? (isCorrection(before, now) ? "correction" : "other");
}

function sameness(before: readonly string[], now: readonly string[]): Comparison | undefined {
  const lost = without(before, now);
  const added = without(now, before);
  if (lost.length + added.length === 0) return before[0] === now[0] ? "same" : "other";
  if (lost.length > 0 && added.length > 0) return undefined;
  if ([...lost, ...added].some((word) => changesMeaning(word) || isTimeWord(word))) return undefined;
  const [shorter, longer] = lost.length > 0 ? [now, before] : [before, now];
  const isAlike = shorter.length >= 2 && new Set(shorter).size / new Set(longer).size >= LEAST_SHARE;
  if (!isAlike) return undefined;
  return added.length > 0 ? "fuller" : "narrower";
}

function without(words: readonly string[], others: readonly string[]): string[] {
  return words.filter((word) => !others.includes(word));
}

function isCorrection(before: readonly string[], now: readonly string[]): boolean {
  const start = commonStart(before, now);
  const end = commonStart(before.slice(start).reverse(), now.slice(start).reverse());
  const place = {
    ahead: before.slice(0, start),
    was: before.slice(start, before.length - end),
    is: now.slice(start, now.length - end),
    isLast: end === 0,
  };
  if (Math.max(place.was.length, place.is.length) > WIDEST) return false;
  const kept = start + end;
  if (isNegated(place)) return kept >= KEPT_BESIDE_NEGATION;
  return kept >= KEPT && place.was.length > 0 && place.is.length > 0 && holdsOneValue(place);
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at;
}

interface Place {
  /** Words before it. */
  ahead: readonly string[];
  was: readonly string[];
  is: readonly string[];
  isLast: boolean;
}

/** Whether a negation, or a limit such as "only", is all that came or went. */
function isNegated({ ahead, was, is }: Place): boolean {
  const [left = "", right = ""] = [was[0], is[0]];
  if (was.length === 1 && is.length === 1 && ahead.length > 0 && isNegationOf(left, right)) return true;
  if (![...was, ...is].some(changesMeaning)) return false;
  const [bare, other] = [was, is].map((each) =>
    each.filter((word) => !changesMeaning(word) && !HELPS.has(word)),
  );
  return (
    bare?.every((word) => other?.includes(word)) === true ||
    other?.every((word) => bare?.includes(word)) === true
  );
}

/** Verbs that only carry a negation: "does not". `meaningful` has taken their "s". */
const HELPS = new Set("do doe did has have is are was were will can de du".split(" "));

/** Whether only one value can stand in the place: a time, a number, what something is, where somebody lives. */
function holdsOneValue({ ahead, was, is, isLast }: Place): boolean {
  if (ahead.length === 0) return false;
  if (saysWhatIs(ahead.at(-1) ?? "")) return true;
  if (saysManyTimes(ahead)) return was.every(isNumber) && is.every(isNumber);
  const isTime = was.some(isTimeWord) && is.some(isTimeWord);
  return isTime || isLast || isPlace(ahead.at(-1) ?? "");
}

function isNumber(word: string): boolean {
  return /^\d/.test(word);
}

const PLACES = new Set(
  "in at on to from as als comme near by until since bei im am an auf nach aus seit bis dans chez depuis jusque a en desde hasta da di do para em te op naar в на из у до с w na do od v z ve".split(
    " ",
  ),
);

function isPlace(word: string): boolean {
  return PLACES.has(word);
}

/** Words in their order, without fillers; the "s" of plurals and verbs does not tell words apart. */
function meaningful(text: string): string[] {
  return words(text)
    .flatMap((word) => (isUnspaced(word) ? [...word] : [word]))
    .filter((word) => !FILLERS.has(word))
    .map((word) => (/^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word));
}

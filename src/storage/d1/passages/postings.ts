/** Which passages hold most of what is looked for, by the lists of where each word stands. */

/** Where a word stands within one part of the index, and what a match of it is worth. */
export interface Postings {
  part: number;
  /** Of passages within the part, rising. */
  numbers: readonly number[];
  weight: number;
}

export interface Scored {
  part: number;
  number: number;
  score: number;
}

/** The best by the sum of their words' worth. Of equals the newest: those of the last part, and of those the last. */
export function bestOf(lists: readonly Postings[], limit: number): Scored[] {
  const found = summed(lists, limit);
  const least = thresholdOf(found, limit);
  const best = found.filter(({ score }) => score >= least);
  return best.sort((a, b) => b.score - a.score || b.part - a.part || b.number - a.number).slice(0, limit);
}

/**
 * All that can be among the best. Added up from the most telling word on: the same words' worth is the same sum to the
 * last bit, so that equals are equal. Once as many as are wanted have a word's worth or more, and the words that are left
 * are worth less than that together, those add to what was found and find nothing more.
 */
function summed(lists: readonly Postings[], limit: number): Scored[] {
  const parts = new Map<number, Scored[]>();
  const left = worthByPart(lists);
  let least = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const list of [...lists].sort((a, b) => b.weight - a.weight)) {
    const before = parts.get(list.part) ?? [];
    const worth = left.get(list.part) ?? 0;
    const after = worth < least ? added(before, list) : merged(before, list);
    parts.set(list.part, after);
    left.set(list.part, worth - list.weight);
    count += after.length - before.length;
    if (least === Number.NEGATIVE_INFINITY && count >= limit) least = list.weight;
  }
  return [...parts.values()].flat();
}

/** What all words of a part are worth together. */
function worthByPart(lists: readonly Postings[]): Map<number, number> {
  const worth = new Map<number, number>();
  for (const { part, weight } of lists) worth.set(part, (worth.get(part) ?? 0) + weight);
  return worth;
}

// Both lists rise, so that each is walked through once. `as Scored` and `as number` stand behind a look at the length: they
// are what runs for each of thousands of matches.

/** What was found and what the word finds, in their order. */
function merged(found: readonly Scored[], { part, numbers, weight }: Postings): Scored[] {
  const all: Scored[] = [];
  let at = 0;
  for (const number of numbers) {
    while (at < found.length && (found[at] as Scored).number < number) all.push(found[at++] as Scored);
    if (at < found.length && (found[at] as Scored).number === number) (found[at] as Scored).score += weight;
    else all.push({ part, number, score: weight });
  }
  while (at < found.length) all.push(found[at++] as Scored);
  return all;
}

/** What was found, and more worth where it holds the word. */
function added(found: Scored[], { numbers, weight }: Postings): Scored[] {
  let at = 0;
  for (const one of found) {
    while (at < numbers.length && (numbers[at] as number) < one.number) at++;
    if (at < numbers.length && numbers[at] === one.number) one.score += weight;
  }
  return found;
}

/** What the last of the best has: thousands match, and only the best are worth putting in order. */
function thresholdOf(found: readonly Scored[], limit: number): number {
  if (found.length <= limit) return Number.NEGATIVE_INFINITY;
  const scores = new Float64Array(found.length);
  for (let index = 0; index < found.length; index++) scores[index] = (found[index] as Scored).score;
  return scores.sort()[scores.length - limit] ?? Number.NEGATIVE_INFINITY;
}

const ZERO = 48;
const COMMA = 44;

/** "7,12,300" as numbers. What falls is turned round, to rise. */
export function numbersOf(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      numbers.push(value);
      value = 0;
    } else value = value * 10 + code - ZERO;
  }
  if (text !== "") numbers.push(value);
  return (numbers[0] ?? 0) > value ? numbers.reverse() : numbers;
}

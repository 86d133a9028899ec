/** Ranks passages by the words that they contain, from the words' postings. */

/** The postings of a word in one partition of the index, and the weight of a match. */
export interface Postings {
  part: number;
  /** Numbers of passages within the partition, ascending. */
  numbers: readonly number[];
  weight: number;
}

export interface ScoredPosting {
  part: number;
  number: number;
  score: number;
}

/**
 * The best by the sum of their words' weights. Ties go to the newest: the last partition, and within it the
 * last passage.
 */
export function bestOf(lists: readonly Postings[], limit: number): ScoredPosting[] {
  const found = summed(lists, limit);
  const least = thresholdOf(found, limit);
  const best = found.filter(({ score }) => score >= least);
  return best.sort((a, b) => b.score - a.score || b.part - a.part || b.number - a.number).slice(0, limit);
}

/**
 * Every passage that can be among the best. Weights are added from the rarest word on, so that equal words
 * give bit-identical sums, and ties stay ties. Once `limit` passages have at least one word's weight, and the
 * remaining words weigh less than that together, those words only add to passages already found.
 */
function summed(lists: readonly Postings[], limit: number): ScoredPosting[] {
  const parts = new Map<number, ScoredPosting[]>();
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

/** Total weight of all words, by partition. */
function worthByPart(lists: readonly Postings[]): Map<number, number> {
  const worth = new Map<number, number>();
  for (const { part, weight } of lists) worth.set(part, (worth.get(part) ?? 0) + weight);
  return worth;
}

// Both lists ascend, so each is walked once. The casts `as Scored` and `as number` follow a length check:
// these loops run for each of thousands of matches.

/** Merges the word's passages into those found, in ascending order. */
function merged(found: readonly ScoredPosting[], { part, numbers, weight }: Postings): ScoredPosting[] {
  const all: ScoredPosting[] = [];
  let at = 0;
  for (const number of numbers) {
    while (at < found.length && (found[at] as ScoredPosting).number < number)
      all.push(found[at++] as ScoredPosting);
    if (at < found.length && (found[at] as ScoredPosting).number === number)
      (found[at] as ScoredPosting).score += weight;
    else all.push({ part, number, score: weight });
  }
  while (at < found.length) all.push(found[at++] as ScoredPosting);
  return all;
}

/** Adds the weight to found passages that contain the word. */
function added(found: ScoredPosting[], { numbers, weight }: Postings): ScoredPosting[] {
  let at = 0;
  for (const one of found) {
    while (at < numbers.length && (numbers[at] as number) < one.number) at++;
    if (at < numbers.length && numbers[at] === one.number) one.score += weight;
  }
  return found;
}

/** Score of the last of the best: thousands match, and only the best are worth sorting. */
function thresholdOf(found: readonly ScoredPosting[], limit: number): number {
  if (found.length <= limit) return Number.NEGATIVE_INFINITY;
  const scores = new Float64Array(found.length);
  for (let index = 0; index < found.length; index++) scores[index] = (found[index] as ScoredPosting).score;
  return scores.sort()[scores.length - limit] ?? Number.NEGATIVE_INFINITY;
}

const ZERO = 48;
const COMMA = 44;

/** Parses "7,12,300". A descending list is reversed. */
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

/** Which passages hold most of what is looked for, by the lists of where each word stands. */

/** Where a word stands, in the order of the index, and what a match of it is worth. */
export interface Postings {
  ids: readonly number[];
  weight: number;
}

export interface Scored {
  id: number;
  score: number;
}

/** The best by the sum of their words' worth; of equals the newest. */
export function bestOf(lists: readonly Postings[], limit: number): Scored[] {
  const scores = sumsOf(lists);
  const least = thresholdOf(scores, limit);
  const best: Scored[] = [];
  for (const [id, score] of scores) if (score >= least) best.push({ id, score });
  return best.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, limit);
}

/** Added up from the most telling word on: the same words' worth is the same sum to the last bit, so that equals are equal. */
function sumsOf(lists: readonly Postings[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const { ids, weight } of [...lists].sort((a, b) => b.weight - a.weight)) {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight);
  }
  return scores;
}

/** What the last of the best has: thousands match, and only the best are worth putting in order. */
function thresholdOf(scores: ReadonlyMap<number, number>, limit: number): number {
  if (scores.size <= limit) return Number.NEGATIVE_INFINITY;
  const sorted = Float64Array.from(scores.values()).sort();
  return sorted[sorted.length - limit] ?? Number.NEGATIVE_INFINITY;
}

const ZERO = 48;
const COMMA = 44;

/** "12,7,300" as numbers, each with `base` added. */
export function numbersOf(text: string, base: number): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      numbers.push(base + value);
      value = 0;
    } else value = value * 10 + code - ZERO;
  }
  if (text !== "") numbers.push(base + value);
  return numbers;
}

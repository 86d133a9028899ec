/** Decides whether two memories say the same thing. */
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";

/** Minimum share of the shorter one's words that the longer one must contain. */
const SAME = 0.8;
const NEGATION =
  /\b(?:not|no|never|don't|doesn't|isn't|won't|can't|cannot|without|stopped|quit|hates?|dislikes?)\b/i;

/** Compares the words, and rejects what changes the meaning: another number, or a negation on one side. */
export function saysTheSame(a: string, b: string): boolean {
  if (NEGATION.test(a) !== NEGATION.test(b)) return false;
  if (numbers(a) !== numbers(b)) return false;
  const left = telling(a);
  const right = telling(b);
  const shorter = left.size <= right.size ? left : right;
  const longer = shorter === left ? right : left;
  if (shorter.size < 2) return [...left].join() === [...right].join();
  const common = [...shorter].filter((word) => longer.has(word)).length;
  // A much longer text is not the same, even if it contains all of the shorter.
  return common / shorter.size >= SAME && common / longer.size >= SAME / 2;
}

function telling(text: string): Set<string> {
  return new Set(
    words(text)
      .filter((word) => !isStopword(word) && word !== "user")
      .map(stemOf),
  );
}

function numbers(text: string): string {
  return (text.match(/\d+/g) ?? []).sort().join();
}

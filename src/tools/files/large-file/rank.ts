/** Fit of a document's pieces to a question: BM25 over the pieces of this document alone. */
import { isUnspaced } from "../../../memory/text/scripts.ts";
import { isStopword } from "../../../memory/text/stopwords.ts";
import { stemOf, words } from "../../../memory/text/words.ts";

const K1 = 1.2;
const B = 0.75;
/** Words of a question that count. */
const MOST_TERMS = 60;
/** Letters that a word shares with its stem. */
const SURE = 2;

interface Terms {
  stems: ReadonlySet<string>;
  /** First letters of the stems: most words of a text need not be stemmed. */
  heads: ReadonlySet<string>;
  /** Pairs of characters, of scripts without spaces. */
  pairs: readonly string[];
}

/** One score for each text, in their order; 0: no word of the question stands in it. */
export function rankTexts(texts: readonly string[], question: string): number[] {
  const terms = termsOf(question);
  const counted = texts.map((text) => countIn(words(text), terms));
  const average = counted.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1);
  const holders = new Map<string, number>();
  for (const { counts } of counted)
    for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  const rare = (term: string) => {
    const held = holders.get(term) ?? 0;
    return Math.log(1 + (texts.length - held + 0.5) / (held + 0.5));
  };
  return counted.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / (average || 1));
    let score = 0;
    for (const [term, count] of counts) score += (rare(term) * count * (K1 + 1)) / (count + norm);
    return score;
  });
}

function termsOf(question: string): Terms {
  const all = words(question);
  const stems = all.filter((word) => !isUnspaced(word) && !isStopword(word)).map(stemOf);
  const kept = [...new Set(stems)].slice(0, MOST_TERMS);
  const pairs = all.filter(isUnspaced).flatMap(pairsOf);
  return {
    stems: new Set(kept),
    heads: new Set(kept.map((stem) => stem.slice(0, SURE))),
    pairs: [...new Set(pairs)].slice(0, MOST_TERMS),
  };
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

function countIn(spoken: readonly string[], { stems, heads, pairs }: Terms) {
  const counts = new Map<string, number>();
  const count = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const word of spoken) {
    if (heads.has(word.slice(0, SURE))) {
      const stem = stemOf(word);
      if (stems.has(stem)) count(stem);
    }
    for (const pair of pairs) if (word.includes(pair)) count(pair);
  }
  return { counts, length: spoken.length };
}
